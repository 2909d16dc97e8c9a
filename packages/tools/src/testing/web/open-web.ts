import { createRegistry, type Outcome, openRun, type Principal } from '@drawbridge/core'
import { createMemoryArtifactStore } from '@drawbridge/core/artifact'
import { createSystemIdSource, systemClock } from '@drawbridge/core/base'
import { createFakeClock, type FakeClock, testPrincipal } from '@drawbridge/core/testing'
import { createWatchedClient, type WatchedClient, type WatchedClientOptions } from '@drawbridge/net/testing'
import { createHostMachine, createTargetResolver } from '@drawbridge/sandbox'
import { createWebTools, type WebToolsOptions } from '../../web/create-web-tools.ts'

/** The web tools through the whole pipeline, on a client that may reach loopback and remembers what it dialled. */
export interface OpenWeb {
  readonly client: WatchedClient
  readonly clock: FakeClock
  call(tool: string, args: Readonly<Record<string, unknown>>, principal?: Partial<Principal>): Promise<Outcome>
  abort(): void
}

export function openWeb(
  options: Omit<WebToolsOptions, 'client'> = {},
  clientOptions: WatchedClientOptions = {},
): OpenWeb {
  const client = createWatchedClient(clientOptions)
  const registry = createRegistry()
  for (const tool of createWebTools({ ...options, client: () => client })) registry.registerDeferred(tool)
  const clock = createFakeClock(Date.UTC(2026, 0, 31))
  const artifacts = createMemoryArtifactStore({ clock: systemClock, ids: createSystemIdSource(), maxBytes: 1e8 })
  const aborting = new AbortController()
  const boundaries = { workspace: import.meta.dirname, home: '/nonexistent' }
  return {
    client,
    clock,
    abort: () => aborting.abort(),
    call: (name, args, principal = {}) =>
      openRun({
        registry,
        principal: { ...testPrincipal, ...principal },
        machine: createHostMachine(boundaries),
        resolver: createTargetResolver(boundaries),
        authority: {
          decide: () => ({
            verdict: 'allow',
            rule: 'test.allow',
            source: 'test',
            reason: 'a test allows all',
            steps: [],
          }),
        },
        artifacts,
        clock,
        signal: aborting.signal,
      }).call({ name, arguments: args }),
  }
}
