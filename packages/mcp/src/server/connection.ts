import type { Clock } from '@drawbridge/core/base'
import type { Exchange } from './call/exchange.ts'
import { createParkedCalls, type ParkedCalls } from './call/parked-calls.ts'
import { type ServedCall, type ServedCallOptions, serveCall } from './call/served-call.ts'
import type { CurrentRun } from './current-run.ts'

/** What one client has going on, whichever era it speaks. */
export interface ClientConnection {
  readonly run: CurrentRun
  readonly parked: ParkedCalls
  start(options: Omit<ServedCallOptions, 'clock' | 'run' | 'approvalHint'>, exchange: Exchange): ServedCall
  /** Ends every call that has not ended, and resolves when all of them have. */
  close(): Promise<void>
}

export function createClientConnection(run: CurrentRun, clock: Clock, approvalHint?: string): ClientConnection {
  const open = new Set<ServedCall>()
  return {
    run,
    parked: createParkedCalls(),
    start: (options, exchange) => {
      const call = serveCall({ ...options, run: run.get(), clock, approvalHint }, exchange)
      open.add(call)
      void call.ended.then(() => open.delete(call))
      return call
    },
    close: async () => {
      const calls = [...open]
      for (const call of calls) call.abort(new DOMException('The client closed the connection.', 'AbortError'))
      await Promise.all(calls.map((call) => call.ended))
    },
  }
}
