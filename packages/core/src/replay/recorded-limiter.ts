import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { isJsonObject } from '../json/index.ts'
import type { Limiter, LimitGrant } from '../limit/limiter.ts'
import type { Cursor } from './cursor.ts'
import type { CallHistory } from './history.ts'
import { brokenBy } from './recorded-failure.ts'

/**
 * Says of a call what the limiter said then: other sessions and other processes take from the same limits, and a record of one does
 * not tell. It is also where a call waits until it may go on.
 */
export function createRecordedLimiter(
  { slots, end }: CallHistory,
  cursor: Cursor,
  mayGoOn: () => Promise<void>,
): Limiter {
  const wasStarted = slots.some(({ event }) => event.type === 'tool.started')
  return {
    acquire: async () => {
      await mayGoOn()
      // Its turn ends it, whatever is said here.
      if (cursor.upcoming?.event.type === 'tool.cancelled')
        return { status: 'refused', limit: 'replay', retryAfterMs: 0 }
      const { code, data } = end?.result ?? {}
      if (code === 'rate_limited' && isJsonObject(data) && !wasStarted) return refused(data)
      if (end?.cause?.at === 'limits' && !wasStarted) throw new DrawbridgeError('store_unavailable', end.cause.reason)
      const broke = end !== undefined && !wasStarted ? brokenBy(end) : undefined
      // That the store was away for another gate is told there.
      if (broke !== undefined && !DrawbridgeError.isInstance(broke)) throw broke
      return { status: 'granted', release: () => undefined }
    },
  }
}

function refused({ limit, retryAfterMs }: Readonly<Record<string, unknown>>): LimitGrant {
  return { status: 'refused', limit: String(limit), retryAfterMs: Number(retryAfterMs) }
}
