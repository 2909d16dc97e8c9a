import type { SessionKey } from '../tool/session-state.ts'

/**
 * Remembers which receipts were redeemed, so that no call runs twice. The default is in memory and ends with its session. If
 * several processes may resume the same receipts, the operator supplies a ledger that they share.
 */
export interface ReceiptLedger {
  /** True for the first claim of a receipt, false ever after. */
  claim(requestId: string): boolean | Promise<boolean>
}

/** The ledger of one session in one process. */
export const sessionLedger: SessionKey<ReceiptLedger> = { name: 'redeemed receipts', create: createMemoryLedger }

function createMemoryLedger(): ReceiptLedger {
  const claimed = new Set<string>()
  return {
    claim: (requestId) => {
      if (claimed.has(requestId)) return false
      claimed.add(requestId)
      return true
    },
  }
}
