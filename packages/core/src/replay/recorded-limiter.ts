import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { isJsonObject } from '../json/index.ts'
import type { Limiter, LimitGrant } from '../limit/limiter.ts'
import type { Cursor } from './cursor.ts'
import type { CallHistory } from './history.ts'
import { brokenBy } from './recorded-failure.ts'

/**
 * Returns the recorded verdicts of the limiter: other sessions and processes share the same limits, and a record of one
 * session does not show that. It is also the place where a call waits until it may continue.
 */
export function createRecordedLimiter(
  { slots, end }: CallHistory,
  cursor: Cursor,
  mayGoOn: () => Promise<void>,
): Limiter {
  const wasStarted = slots.some(({ event }) => event.type === 'tool.started')
  return {
    acquire: async ({ again }) => {
      // An approved call goes on when its record does.
      if (again) return { status: 'granted', release: () => undefined }
      await mayGoOn()
      if (end?.stoppedAt === 'in_queue') return { status: 'aborted' }
      // Its turn ends it, whatever is said here.
      if (cursor.upcoming?.event.type === 'tool.cancelled')
        return { status: 'refused', limit: 'replay', retryAfterMs: 0 }
      const { code, data } = end?.result ?? {}
      if (code === 'rate_limited' && isJsonObject(data) && !wasStarted) return refused(data)
      if (end?.cause?.at === 'limits' && !wasStarted) throw new DrawbridgeError('store_unavailable', end.cause.reason)
      const broke = end !== undefined && !wasStarted ? brokenBy(end) : undefined
      // The recorded failure of the store at another gate is repeated at that gate.
      if (broke !== undefined && !DrawbridgeError.isInstance(broke)) throw broke
      return { status: 'granted', release: () => undefined }
    },
  }
}

function refused({ limit, retryAfterMs }: Readonly<Record<string, unknown>>): LimitGrant {
  return { status: 'refused', limit: String(limit), retryAfterMs: Number(retryAfterMs) }
}
