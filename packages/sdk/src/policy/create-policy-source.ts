import { statSync } from 'node:fs'
import { errorMessage } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { PolicySource, SessionPolicy } from '@drawbridge/core/policy'

export interface PolicySourceOptions {
  /** The policy that is in force until a file changes. */
  readonly initial: SessionPolicy
  /** Files whose change may mean another policy. They need not exist. */
  readonly files: readonly string[]
  /** Makes the policy of the files as they are now; rejects if it cannot be applied. */
  load(): Promise<SessionPolicy>
  readonly clock: Clock
}

/** The files are looked at when a call begins, but not more often than this. Milliseconds. */
const lookEveryMs = 250

/**
 * A policy that follows its files. A call that begins more than `lookEveryMs` after a change is judged by the new policy, in every
 * process: nothing is watched, and a process that makes no call does nothing.
 */
export function createPolicySource({ initial, files, load, clock }: PolicySourceOptions): PolicySource {
  let current = initial
  let version = 0
  let problem: string | undefined
  let seen = fingerprint(files)
  let lookedAt = clock.now()
  let loading: Promise<void> | undefined

  const reload = async () => {
    try {
      current = await load()
      version += 1
      problem = undefined
    } catch (error) {
      problem = errorMessage(error)
    }
  }
  return {
    current: () => current,
    version: () => version,
    problem: () => problem,
    refresh: () => {
      if (loading !== undefined) return loading
      const now = clock.now()
      if (Math.abs(now - lookedAt) < lookEveryMs) return undefined
      lookedAt = now
      const found = fingerprint(files)
      if (found === seen) return undefined
      seen = found
      loading = reload().finally(() => {
        loading = undefined
      })
      return loading
    },
  }
}

/** A text that differs if one of the files was changed, replaced, made or removed. */
function fingerprint(files: readonly string[]): string {
  return files
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false, bigint: true })
      return stat === undefined ? 'missing' : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`
    })
    .join('\n')
}
