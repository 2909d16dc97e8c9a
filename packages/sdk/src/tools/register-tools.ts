import type { Registry } from '@drawbridge/core'
import type { Cleanup } from '@drawbridge/core/base'
import type { ListedTool } from '@drawbridge/core/registry'
import type { Credentials } from '../credentials/open-credentials.ts'
import { registerCredentialed } from '../credentials/register-credentialed.ts'
import type { ToolOptions } from '../drawbridge-options.ts'
import type { OpenHome } from '../home/open-home.ts'
import type { OpenHouse } from '../room/open-house.ts'
import { builtInRooms } from '../rooms.ts'

export interface ToolSources {
  readonly tools: ToolOptions | undefined
  readonly home: OpenHome
  readonly house: OpenHouse
  readonly credentials: Credentials
}

/**
 * Registers the tools of rooms, of the program and of all sources.
 * @returns The names that a configuration may mean: also the built-in tools that a program leaves out.
 */
export async function registerTools(
  registry: Registry,
  { tools: { own = [], sources = [], builtIn = true } = {}, home, house, credentials }: ToolSources,
  cleanup: Cleanup,
): Promise<() => readonly ListedTool[]> {
  await house.registerTools(registry, builtIn ? home.rooms : home.rooms.filter((room) => !builtInRooms.includes(room)))
  if (builtIn) registerCredentialed(registry, credentials)
  for (const tool of own) registry.register(tool)
  for (const source of [...sources, ...house.joined.sources]) cleanup.use(await registry.connect(source))
  const absent = builtIn || home.config === false ? [] : await builtInList()
  return () => [...registry.list(), ...absent]
}

async function builtInList(): Promise<readonly ListedTool[]> {
  const { builtInRegistry } = await import('../config/check-policy-file.ts')
  return (await builtInRegistry()).list()
}
