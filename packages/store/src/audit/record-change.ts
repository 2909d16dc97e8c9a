import { randomUUID } from 'node:crypto'
import type { DrawbridgeEvent } from '@drawbridge/core'
import type { AnyEventBody } from '@drawbridge/core/event'
import type { Transaction } from '../database/database.ts'
import { writeLoneEntries } from '../session/write-entries.ts'

/** Somebody changed who or what is trusted, outside of any call. */
export interface TrustChanged extends AnyEventBody {
  readonly type: 'trust.changed'
  readonly what: 'configuration' | 'grant' | 'key' | 'link' | 'program' | 'secret' | 'server' | 'team' | 'tool' | 'user'
  readonly change: 'added' | 'changed' | 'removed'
  /** The name or id of what was changed; the version of a configuration. */
  readonly id: string
  /** The account that did it. Absent if it is not known. */
  readonly by?: string | undefined
  /** The parts that were changed. Never a secret. */
  readonly parts?: readonly string[]
}

/**
 * Adds changes to the record and the audit log in the transaction that makes them, so that neither is kept without the other. None of
 * them is in a session that is listed.
 */
export async function recordChanges(
  transaction: Transaction,
  time: number,
  bodies: readonly AnyEventBody[],
): Promise<void> {
  const entries = bodies.map((body) => {
    const id = `change_${randomUUID().replaceAll('-', '')}`
    // The store keeps events of any type.
    const event = { sequence: 1, time, session: id, run: id, ...body } as unknown as DrawbridgeEvent
    return { event, text: JSON.stringify(event) }
  })
  await writeLoneEntries(transaction, entries)
}

/** Adds one change of what is trusted to the record and the audit log. */
export function recordTrust(transaction: Transaction, time: number, change: Omit<TrustChanged, 'type'>): Promise<void> {
  return recordChanges(transaction, time, [{ type: 'trust.changed', ...change } as TrustChanged])
}
