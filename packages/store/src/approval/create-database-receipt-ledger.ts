import type { ReceiptLedger } from '@drawbridge/core/approval'
import { type Clock, systemClock } from '@drawbridge/core/base'
import type { Connection } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const claimReceipt = statement<[requestId: string, at: number]>(
  'insert into redeemed_receipts (request_id, redeemed_at) values ($1, $2) on conflict do nothing',
)
const pruneReceipts = statement<[before: number]>('delete from redeemed_receipts where redeemed_at < $1')

/** Receipts expire within this time by far. Milliseconds. */
const keptMs = 30 * 86_400_000

/** The ledger of redeemed receipts, shared by all processes that use the database. */
export function createDatabaseReceiptLedger(
  database: Connection,
  { clock = systemClock }: { readonly clock?: Clock } = {},
): ReceiptLedger {
  let pruned = false
  return {
    claim: async (requestId) => {
      const now = clock.now()
      if (!pruned) await database.run(pruneReceipts, now - keptMs)
      pruned = true
      return (await database.run(claimReceipt, requestId, now)) > 0
    },
  }
}
