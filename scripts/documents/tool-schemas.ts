import { loadTools } from '../../packages/core/src/registry/compile-tool.ts'
import { createRegistry } from '../../packages/core/src/registry/create-registry.ts'
import { listRoomTools } from '../../packages/sdk/src/room/room-tools.ts'
import { builtInRooms } from '../../packages/sdk/src/rooms.ts'

/** Renders the JSON Schemas of every tool that exists without any configuration, as their code has them. */
export async function toolSchemas(): Promise<string> {
  const registry = createRegistry()
  await listRoomTools(registry, builtInRooms)
  const schemas = (await loadTools(registry.list())).map(
    ({ name, inputSchema, outputSchema, metadata }) => [name, { inputSchema, outputSchema, metadata }] as const,
  )
  return JSON.stringify(Object.fromEntries(schemas), undefined, 2)
}
