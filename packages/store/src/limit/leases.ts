import type { Clock } from '@drawbridge/core/base'
import type { LimitGrant } from '@drawbridge/core/limits'
import type { Database } from '../database/database.ts'
import { givePlacesBack, renewLeases } from './limit-statements.ts'

export interface LeasesOptions {
  readonly database: Database
  /** This process, as the places name it. */
  readonly holder: string
  readonly leaseMs: number
  /** The time to write; null for the server's own. */
  readonly time: () => number | null
  readonly clock: Clock
}

/** The places that a process holds: renewed while it lives, and given back when a call ends. */
export interface Leases extends AsyncDisposable {
  grant(claim: string): LimitGrant
  /** Resolves once what was given back so far has been written, or could not be. */
  settled(): Promise<void>
}

export function createLeases({ database, holder, leaseMs, time, clock }: LeasesOptions): Leases {
  const held = new Set<string>()
  const returned = new Set<string>()
  let writing: Promise<void> | undefined
  let timer: Disposable | undefined

  const giveBack = async () => {
    for (const claim of returned) {
      await database.run(givePlacesBack, claim)
      returned.delete(claim)
    }
  }
  /** One write at a time; what comes meanwhile is written by the same one. What fails is tried again with the next renewal. */
  const write = (work: () => Promise<void>) => {
    const before = writing ?? Promise.resolve()
    const own = before.then(work).catch(() => undefined)
    writing = own
    void own.then(() => {
      if (writing === own) writing = undefined
    })
    return own
  }
  const renew = async () => {
    await giveBack()
    if (held.size > 0) await database.run(renewLeases, holder, time(), leaseMs)
  }
  const keepAlive = () => {
    timer ??= clock.after(leaseMs / 3, () => {
      timer = undefined
      void write(renew)
      if (held.size > 0 || returned.size > 0) keepAlive()
    })
  }

  return {
    grant: (claim) => {
      held.add(claim)
      keepAlive()
      return {
        status: 'granted',
        release: () => {
          if (!held.delete(claim)) return
          returned.add(claim)
          void write(giveBack)
        },
      }
    },
    settled: async () => writing,
    [Symbol.asyncDispose]: async () => {
      timer?.[Symbol.dispose]()
      for (const claim of held) returned.add(claim)
      held.clear()
      await write(giveBack)
    },
  }
}
