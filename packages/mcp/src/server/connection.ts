import type { Clock } from '@drawbridge/core/base'
import type { EventCatalogue } from '@drawbridge/core/event'
import { createParkedCalls, type ParkedCalls } from './call/parked-calls.ts'
import { createQuestionSeal, type QuestionSeal } from './call/question-seal.ts'
import type { ServedCall } from './call/served-call.ts'
import type { CurrentRun } from './current-run.ts'

/** The open requests of one client, in either protocol era. */
export interface ClientConnection {
  readonly run: CurrentRun
  readonly parked: ParkedCalls
  readonly seal: QuestionSeal
  /** The parts that all of its calls share. */
  readonly shared: ConnectionOptions
  /** Takes a call that has begun, to end it with the connection. */
  hold(call: ServedCall): ServedCall
  /** Ends every call that has not ended, and then the run. Resolves when all of them have. */
  close(): Promise<void>
}

export interface ConnectionOptions {
  readonly clock: Clock
  readonly approvalHint?: string | undefined
  readonly questionHint?: string | undefined
  readonly unaskedWaitMs?: number | undefined
  readonly events?: EventCatalogue | undefined
}

export function createClientConnection(run: CurrentRun, shared: ConnectionOptions): ClientConnection {
  const open = new Set<ServedCall>()
  return {
    run,
    parked: createParkedCalls(),
    seal: createQuestionSeal(shared.clock),
    shared,
    hold: (call) => {
      open.add(call)
      void call.ended.then(() => open.delete(call))
      return call
    },
    close: async () => {
      const calls = [...open]
      for (const call of calls) call.abort(new DOMException('The client closed the connection.', 'AbortError'))
      await Promise.all(calls.map((call) => call.ended))
      run.end(calls.length > 0 ? 'aborted_tools' : 'completed')
    },
  }
}
