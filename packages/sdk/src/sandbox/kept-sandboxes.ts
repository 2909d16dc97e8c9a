import { mkdirSync, utimesSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@drawbridge/core/base'
import type { SandboxBackend } from '@drawbridge/sandbox'
import { lookingKey, sandboxKey } from '@drawbridge/sandbox/machine'
import type { SandboxPlan } from './sandbox-plan.ts'
import type { Sandboxing } from './sandboxing.ts'

export interface KeptSandboxesOptions {
  readonly backend: SandboxBackend & { prune?(): Promise<readonly string[]> }
  /** A folder of Drawbridge's own. */
  readonly folder: string
  readonly clock: Clock
  readonly idleMs: number
  planFor(agent: string | undefined): SandboxPlan
}

type KeptSandboxes = Pick<Sandboxing, 'placeFor' | 'endSession' | 'prune'> & AsyncDisposable

/**
 * Tracks the data of sandboxes that is kept between calls, by key, and removes it: with its session, or after a time
 * without use.
 */
export function createKeptSandboxes(options: KeptSandboxesOptions): KeptSandboxes {
  const { backend, folder, clock, idleMs, planFor } = options
  const temporaryFolders = join(folder, 'temporary')
  const ofSessions = new Map<string, Set<string>>()
  return {
    placeFor: (principal, workspace) => {
      const { scope, backend: kind } = planFor(principal.agent).settings
      const key = sandboxKey(scope, principal, workspace)
      if (scope === 'session') {
        const keys = ofSessions.get(principal.session) ?? new Set()
        ofSessions.set(principal.session, keys.add(key))
      }
      return kind === 'docker' ? { key, temporary: usedFolder(join(temporaryFolders, key), clock) } : { key }
    },
    endSession,
    prune: async () => {
      const before = clock.now() - idleMs
      const removed = await Promise.all(
        [temporaryFolders, join(folder, 'keys')].map((place) => pruneFolders(place, before)),
      )
      const containers = (await backend.prune?.()) ?? []
      return [...removed.flat().map((path) => `folder ${path}`), ...containers.map((name) => `container ${name}`)]
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...ofSessions.keys()].map(endSession))
    },
  }

  async function endSession(session: string): Promise<void> {
    const keys = ofSessions.get(session) ?? []
    ofSessions.delete(session)
    await Promise.all([...keys].map(endKey))
  }

  async function endKey(key: string): Promise<void> {
    await Promise.all([key, lookingKey(key)].map((each) => backend.end(each)))
    await rm(join(temporaryFolders, key), { recursive: true, force: true })
  }
}

/** Made for its owner only. Its time says when it was last used. */
function usedFolder(path: string, clock: Clock): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const now = new Date(clock.now())
  utimesSync(path, now, now)
  return path
}

/**
 * Removes folders that were not used since a time. Resolves to their paths.
 * @param since Milliseconds since the Unix epoch.
 */
async function pruneFolders(place: string, since: number): Promise<readonly string[]> {
  const names = await readdir(place).catch(() => [])
  const removed: string[] = []
  for (const name of names) {
    const path = join(place, name)
    const found = await stat(path).catch(() => undefined)
    if (found === undefined || found.mtimeMs >= since) continue
    await rm(path, { recursive: true, force: true })
    removed.push(path)
  }
  return removed
}
