import type { ListedTool } from '@drawbridge/core'
import type { ToolAnnotations } from '@modelcontextprotocol/server'

/** Tags of tools whose effects do not end at this machine's files. */
const openWorldTags = ['network', 'mcp', 'dangerous']

/**
 * MCP's hints about a tool, never milder than what may happen. `destructiveHint` is MCP's word: anything but adding, so every
 * write that was not set to `safe` by hand.
 */
export function toolAnnotations({ permission, risk, tags }: ListedTool): ToolAnnotations {
  const writes = permission === 'write'
  return {
    readOnlyHint: !writes,
    destructiveHint: writes && risk !== 'safe',
    openWorldHint: openWorldTags.some((tag) => tags.has(tag)),
  }
}
