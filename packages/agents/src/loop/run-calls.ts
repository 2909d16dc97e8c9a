import type { DrawbridgeEvent, Outcome, Run, Target } from '@drawbridge/core'
import type { LoopEvent } from '@drawbridge/core/agent'
import type { MessageCall } from '@drawbridge/core/model'
import type { RunParts } from './run-parts.ts'
import type { CalledOutcome } from './run-state.ts'

/** The outcomes of an answer's calls, in their order. */
export interface CallsRun {
  readonly outcomes: readonly CalledOutcome[]
  /** The targets of the calls that succeeded. */
  readonly targets: readonly Target[]
  /** Set if a person who was asked, or the guard against loops, ended the run. */
  readonly aborted?: { readonly by: 'approver' | 'loop'; readonly reason: string }
}

/** Runs the calls of one answer, and tells what happens to them. */
export async function runCalls(
  calls: readonly MessageCall[],
  run: Run,
  { tell, stop }: Pick<RunParts, 'tell' | 'stop'>,
): Promise<CallsRun> {
  const outcomes: CalledOutcome[] = []
  const targets: Target[] = []
  let aborted: CallsRun['aborted']
  const abort = () => run.abort(stop.reason()?.message ?? 'stopped')
  if (stop.signal.aborted) abort()
  else stop.signal.addEventListener('abort', abort, { once: true })
  try {
    for await (const output of run.runTurn(calls.map(({ id, name, input }) => ({ id, name, arguments: input })))) {
      if (output.type === 'outcome') {
        const { outcome, index } = output
        outcomes[index] = calledOutcome(outcome)
        if (outcome.status === 'ok') targets.push(...outcome.result.meta.targets)
        tell({ type: 'call.ended', call: outcome.result.toolCallId, tool: outcome.result.meta.tool, outcome })
        continue
      }
      const { event } = output
      if (event.type === 'run.aborted' && event.by !== undefined) aborted = { by: event.by, reason: event.reason }
      const told = loopEventOf(event)
      if (told !== undefined) tell(told)
    }
  } finally {
    stop.signal.removeEventListener('abort', abort)
  }
  return { outcomes, targets, ...(aborted === undefined ? {} : { aborted }) }
}

function calledOutcome(outcome: Outcome): CalledOutcome {
  const { tool } = outcome.result.meta
  return outcome.status === 'ok' ? { tool, status: 'ok' } : { tool, status: outcome.status, code: outcome.code }
}

function loopEventOf(event: DrawbridgeEvent): LoopEvent | undefined {
  switch (event.type) {
    case 'tool.started': {
      const { toolCallId: call, tool, input, permission, risk } = event
      return { type: 'call.started', call, tool, input, permission, risk }
    }
    case 'tool.progress': {
      const { toolCallId: call, tool, message, fraction } = event
      return { type: 'call.progressed', call, tool, message, ...(fraction === undefined ? {} : { fraction }) }
    }
    case 'permission.requested':
      return { type: 'approval.requested', call: event.toolCallId, request: event.request }
    case 'permission.decided':
      return { type: 'approval.decided', call: event.toolCallId, decision: event.decision }
    case 'question.asked':
      return { type: 'question.asked', id: event.questionId, questions: event.questions }
    case 'question.answered':
      return { type: 'question.answered', id: event.questionId, reply: event.reply }
    default:
      return undefined
  }
}
