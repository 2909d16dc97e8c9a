import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { appendLinks } from './append-links.ts'
import type { Checkpoint } from './verify-audit.ts'

/** Others wait that long: a few milliseconds. */
const pageSize = 500

const lockHead = statement('update audit_head set position = position where id = 1')
const readFirst = statement<[], { position: number | null }>('select min(position) as position from audit_log')
const findRecent = statement<[before: number], { position: number | null }>(
  'select min(position) as position from events where time >= $1',
)
const findOpen = statement<[], { position: number | null }>('select min(position) as position from open_calls')
const findLast = statement<[below: number], { position: number | null }>(
  'select max(position) as position from events where position < $1',
)
const readHash = statement<[position: number], { hash: string }>('select hash from audit_log where position = $1')
const allowRemoval = statement<[through: number]>('update audit_head set removable_through = $1 where id = 1')
const removals = ['events', 'audit_log', 'session_nodes'].map((table) =>
  statement<[through: number]>(`delete from ${table} where position <= $1`),
)
const removeEmptySessions = statement<[before: number]>(
  'delete from sessions where updated_at < $1 and not exists (select 1 from events where session_id = sessions.id)',
)
const removeArtifacts = statement<[before: number]>('delete from artifacts where created_at < $1')

/** The number of records that were removed. */
export interface PruneReport {
  /** The number of removed audit entries. */
  readonly entries: number
  /** The number of removed sessions. */
  readonly sessions: number
}

/**
 * Removes what was recorded before a time, from the beginning of the audit log on: whatever comes after something younger, or after
 * a call that is still open, stays. Page by page; each leaves a checkpoint, from which the chain can still be verified.
 * @param before Milliseconds since the Unix epoch.
 */
export async function pruneSessions(database: Database, before: number): Promise<PruneReport> {
  let entries = 0
  for (let removed = await removePage(database, before); removed > 0; removed = await removePage(database, before)) {
    entries += removed
    // SQLite answers synchronously: without this pause nothing else in the process would run, or record, until
    // everything is removed.
    await nextTurn()
  }
  await database.run(removeArtifacts, before)
  return { entries, sessions: await database.run(removeEmptySessions, before) }
}

async function removePage(database: Database, before: number): Promise<number> {
  // Both only grow, so they may be looked for before the lock is taken.
  const recent = (await database.get(findRecent, before))?.position ?? Number.MAX_SAFE_INTEGER
  return database.transaction(async (transaction) => {
    await transaction.run(lockHead)
    const first = (await transaction.get(readFirst))?.position ?? null
    const open = (await transaction.get(findOpen))?.position ?? Number.MAX_SAFE_INTEGER
    const last = (await transaction.get(findLast, Math.min(recent, open)))?.position ?? null
    if (first === null || last === null || last < first) return 0
    const through = Math.min(last, first + pageSize - 1)
    await remove(transaction, through)
    return through - first + 1
  })
}

async function remove(transaction: Transaction, removedThrough: number): Promise<void> {
  const hash = (await transaction.get(readHash, removedThrough))?.hash
  if (hash === undefined) throw new TypeError(`The audit log has no entry ${removedThrough}.`)
  await transaction.run(allowRemoval, removedThrough)
  for (const removal of removals) await transaction.run(removal, removedThrough)
  await transaction.run(allowRemoval, 0)
  const checkpoint: Checkpoint = { removedThrough, hash, time: Date.now() }
  await appendLinks(transaction, 'checkpoint', [{ text: JSON.stringify(checkpoint) }])
}
