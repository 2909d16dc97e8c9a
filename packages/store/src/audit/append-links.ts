import { hash } from 'node:crypto'
import { bulkInsert } from '../database/bulk-insert.ts'
import type { Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'

/** One link of the chain: what is kept, and where. */
export interface ChainLink {
  readonly position: number
  readonly kind: 'event' | 'checkpoint'
  readonly content: string
}

/**
 * The hash of an entry over that of the one before it, so that nothing before it can be changed, removed, inserted or moved
 * unseen.
 * @param previous Hash of the entry before; empty for the first.
 */
export function chainHash(previous: string, { position, kind, content }: ChainLink): string {
  return hash('sha256', `${previous}\n${position}\n${kind}\n${content}`, 'hex')
}

const takePositions = statement<[count: number], { position: number; hash: string }>(
  'update audit_head set position = position + $1 where id = 1 returning position, hash',
)
const setHash = statement<[hash: string]>('update audit_head set hash = $1 where id = 1')
const insertLinks = bulkInsert({
  table: 'audit_log',
  columns: { position: 'bigint', kind: 'text', content: 'text', hash: 'text' },
})

/**
 * Puts entries at the end of the audit log. From here to the end of the transaction no other process appends: so there is one
 * order, without gaps, and one chain. What an event says is kept in `events` alone.
 */
export async function appendLinks<Entry extends { readonly text: string }>(
  transaction: Transaction,
  kind: ChainLink['kind'],
  entries: readonly Entry[],
): Promise<readonly (Entry & { readonly position: number })[]> {
  const head = await transaction.get(takePositions, entries.length)
  if (head === undefined) throw new TypeError('The row with the end of the audit log is missing.')
  let { hash } = head
  let position = head.position - entries.length
  const links = entries.map(({ text }) => {
    position += 1
    hash = chainHash(hash, { position, kind, content: text })
    return { position, kind, content: kind === 'event' ? null : text, hash }
  })
  await insertLinks(transaction, links)
  await transaction.run(setHash, hash)
  const first = head.position - entries.length + 1
  return entries.map((entry, place) => ({ ...entry, position: first + place }))
}
