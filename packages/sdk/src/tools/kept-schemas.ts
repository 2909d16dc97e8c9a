import type { ToolSchemas } from '@drawbridge/core/registry'
import { loadLater } from '@drawbridge/room'

/**
 * Returns the schemas of a tool that comes with Drawbridge, without its code; undefined for a tool that is not among those that exist
 * without any configuration. `npm run check -- generated-documents --write` writes their file from the code.
 */
export const keptSchemasOf: (tool: string) => Promise<ToolSchemas | undefined> = loadLater(async () => {
  const { default: schemas } = await import('./tool-schemas.json', { with: { type: 'json' } })
  const kept = new Map<string, ToolSchemas>(Object.entries(schemas))
  return (tool: string) => kept.get(tool)
})
