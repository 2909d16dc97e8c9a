import type { DescribedTool, ListedTool, ShownTool } from '@drawbridge/core/registry'
import type { JsonSchema } from '@drawbridge/core/schema'
import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server'
import { metaKeys } from '../meta-keys.ts'

/** Tags of tools whose effects do not end at this machine's files. */
const openWorldTags = ['network', 'mcp', 'dangerous']

/** A tool as `tools/list` shows it, in the words of the run's dialect. */
export function describeTool(tool: DescribedTool, { name, description, inputSchema }: ShownTool): Tool {
  return {
    name,
    description,
    inputSchema: rootedInObject(inputSchema),
    ...(hasObjectOutput(tool) ? { outputSchema: rootedInObject(tool.outputSchema ?? {}) } : {}),
    annotations: toolAnnotations(tool),
    _meta: { [metaKeys.tool]: tool.name },
  }
}

/** MCP's structured results are objects; another value is shown as content alone. */
export function hasObjectOutput({ outputSchema }: Pick<DescribedTool, 'outputSchema'>): boolean {
  return outputSchema?.type === 'object'
}

/** MCP wants `type: object` at the root. Arguments are an object always, so saying it changes no schema's meaning. */
function rootedInObject(schema: JsonSchema): Tool['inputSchema'] {
  const keywords = typeof schema === 'object' ? schema : schema ? {} : { not: {} }
  return { ...keywords, type: 'object' }
}

/**
 * MCP's hints about a tool, never milder than what may happen. `destructiveHint` is MCP's word: anything but adding, so every
 * write that was not set to `safe` by hand.
 */
function toolAnnotations({ permission, risk, tags }: ListedTool): ToolAnnotations {
  const writes = permission === 'write'
  return {
    readOnlyHint: !writes,
    destructiveHint: writes && risk !== 'safe',
    openWorldHint: openWorldTags.some((tag) => tags.has(tag)),
  }
}
