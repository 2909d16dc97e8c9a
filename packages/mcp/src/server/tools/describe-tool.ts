import type { JsonSchema, NameMap, RegisteredTool } from '@drawbridge/core'
import type { Tool } from '@modelcontextprotocol/server'
import { metaKeys } from '../meta-keys.ts'
import { toolAnnotations } from './tool-annotations.ts'

/** A tool as `tools/list` shows it, under the name of the run's dialect. */
export function describeTool(tool: RegisteredTool, names: Pick<NameMap, 'exposedName'>): Tool {
  return {
    name: names.exposedName(tool.name) ?? tool.name,
    description: tool.definition.description,
    inputSchema: rootedInObject(tool.schema.jsonSchema),
    annotations: toolAnnotations(tool),
    _meta: { [metaKeys.tool]: tool.name },
  }
}

/** MCP wants `type: object` at the root. Arguments are an object always, so saying it changes no schema's meaning. */
function rootedInObject(schema: JsonSchema): Tool['inputSchema'] {
  const keywords = typeof schema === 'object' ? schema : schema ? {} : { not: {} }
  return { ...keywords, type: 'object' }
}
