import type { Registry, ToolSource } from '@drawbridge/core'
import type { Cleanup, Clock } from '@drawbridge/core/base'
import type { ListedTool, SourceConnection } from '@drawbridge/core/registry'
import type { Credentials } from '../credentials/open-credentials.ts'
import { registerCredentialed } from '../credentials/register-credentialed.ts'
import type { ToolOptions } from '../drawbridge-options.ts'
import type { OpenHome } from '../home/open-home.ts'
import type { OpenHouse } from '../room/open-house.ts'
import { builtInRooms } from '../rooms.ts'

/** The time that a start waits for a source to list its tools, in milliseconds. */
const listingMs = 10_000

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
  for (const source of [...sources, ...house.joined.sources])
    cleanup.use(await connectInTime(registry, source, home.clock))
  const absent = builtIn || home.config === false ? [] : await builtInList()
  return () => [...registry.list(), ...absent]
}

/** Connects a source, and goes on without its tools if it does not list them in time. They come as soon as it has listed them. */
async function connectInTime(registry: Registry, source: ToolSource, clock: Clock): Promise<SourceConnection> {
  const waiting = new AbortController()
  const why = `it did not answer within ${listingMs / 1_000} s; its tools come as soon as it answers.`
  using _limit = clock.after(listingMs, () => waiting.abort(new Error(why)), 'kept-alive')
  return await registry.connect(source, { signal: waiting.signal })
}

async function builtInList(): Promise<readonly ListedTool[]> {
  const { builtInRegistry } = await import('../config/check-policy-file.ts')
  return (await builtInRegistry()).list()
}
