import type { Outcome } from '../outcome/outcome.ts'
import { begin } from './begin.ts'
import type { AuthorizedCall } from './call.ts'
import type { Ending } from './ending.ts'
import { endingOfStop } from './ending-of-stop.ts'
import { internalError } from './internal-error.ts'
import { record } from './record.ts'
import type { RunContext } from './run-context.ts'
import type { Passage } from './sequence.ts'
import { exits } from './stages.ts'

/** Runs a call that has passed all gates, or ends one that has not, and gives back the place it held. */
export async function finishCall(passage: Passage<AuthorizedCall>, context: RunContext): Promise<Outcome> {
  try {
    const ending = passage.passed
      ? await run(passage.call, context)
      : endingOfStop({ ...passage.call, toolCallId: passage.call.toolCallId ?? context.ids.next('call') }, passage.stop)
    return await leave(ending, context)
  } finally {
    passage.call.grant?.release()
  }
}

async function run(call: AuthorizedCall, context: RunContext): Promise<Ending> {
  const started = begin(call, context)
  const unstarted = started instanceof Promise ? await started : started
  if (unstarted !== undefined) return endingOfStop(call, unstarted)
  return context.ports.execute(call, context)
}

async function leave(ending: Ending, context: RunContext): Promise<Outcome> {
  let leaving = ending
  try {
    for (const exit of exits) {
      const next = exit(leaving, context)
      leaving = next instanceof Promise ? await next : next
    }
  } catch (error) {
    leaving = uncleaned(ending, error, context)
  }
  return record(leaving, context)
}

/** What could not be cleaned does not leave: neither what the call brought nor what it touched. */
function uncleaned({ call }: Ending, error: unknown, { scrubber }: RunContext): Ending {
  const { failure, ...ended } = internalError(error)
  return endingOfStop(
    { raw: undefined, receivedAt: call.receivedAt, toolCallId: call.toolCallId, ...(call.tool && { tool: call.tool }) },
    { ...ended, failure: { ...failure, message: scrubber.scrub(failure.message).text } },
  )
}
