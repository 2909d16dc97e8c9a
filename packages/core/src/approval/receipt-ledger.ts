/**
 * Remembers which receipts were redeemed, so that no call runs twice. The default is in memory and ends with the process. If
 * several processes may resume the same receipts, the operator supplies a ledger that they share.
 */
export interface ReceiptLedger {
  /**
   * True for the first claim of a receipt, false ever after.
   * @param validity When it is claimed, and until when it counts, in milliseconds since the Unix epoch. It can be forgotten afterwards.
   */
  claim(requestId: string, validity?: { readonly now: number; readonly until: number }): boolean | Promise<boolean>
}

/** The number of receipts from which those are forgotten that no longer count. */
const many = 1_000

/** Creates a ledger in memory. */
export function createMemoryLedger(): ReceiptLedger {
  const claimed = new Map<string, number>()
  let sweepAt = many
  return {
    claim: (requestId, { now, until } = { now: 0, until: Number.POSITIVE_INFINITY }) => {
      if (claimed.has(requestId)) return false
      claimed.set(requestId, until)
      if (claimed.size > sweepAt) {
        for (const [id, counts] of claimed) if (counts <= now) claimed.delete(id)
        sweepAt = Math.max(many, claimed.size * 2)
      }
      return true
    },
  }
}

/** The ledger of this process: a receipt is redeemed once, whichever of its sessions it is brought to. */
export const processLedger: ReceiptLedger = createMemoryLedger()
