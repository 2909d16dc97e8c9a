import type { Attributes } from '@opentelemetry/api'
import { defined } from '../base/defined.ts'
import type { EventStamp } from '../event/event-family.ts'
import type { ToolCalled, ToolEnded, ToolResumed, ToolStarted } from '../event/families/call-events.ts'
import type { Decision } from '../policy/decision.ts'
import { contentText } from '../result/content-text.ts'

/** The word for the end of a call, as outcomes have it; `pending` if it waits as a receipt. */
export type ReportedOutcome = 'ok' | 'failed' | 'denied' | 'cancelled' | 'pending'

/** The attributes known when a call comes in. */
export function arrivalAttributes(event: EventStamp & (ToolCalled | ToolResumed)): Attributes {
  const own =
    event.type === 'tool.called'
      ? {
          'gen_ai.tool.name': event.name,
          'gen_ai.tool.call.id': event.rawCallId ?? event.toolCallId,
          'drawbridge.turn.number': event.turn?.number,
          'drawbridge.turn.index': event.turn?.index,
        }
      : {
          'gen_ai.tool.name': event.receipt.call.name,
          'gen_ai.tool.call.id': event.receipt.call.rawCallId ?? event.toolCallId,
          'drawbridge.call.resumed': true,
          'drawbridge.approval.answer': event.decision.answer,
          'drawbridge.approval.approver': event.approver,
        }
  return defined({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.type': 'function',
    'gen_ai.conversation.id': event.session,
    'drawbridge.run.id': event.run,
    'drawbridge.call.id': event.toolCallId,
    ...own,
  })
}

/** The attributes known when a call begins to run. */
export function startAttributes({ tool, askedAs, permission, risk, decision, principal }: ToolStarted): Attributes {
  return defined({
    'gen_ai.tool.name': tool,
    'gen_ai.agent.name': principal.agent,
    'drawbridge.tool.asked_as': askedAs,
    'drawbridge.permission': permission,
    'drawbridge.risk': risk,
    ...decisionAttributes(decision),
  })
}

/** The attributes known when a call has ended. */
export function endAttributes(event: ToolEnded): Attributes {
  const { result, timings = {} } = event
  const times = Object.entries(timings).map(([phase, duration]) => [`drawbridge.duration.${phase}_ms`, duration])
  return defined({
    'gen_ai.tool.name': event.tool,
    'error.type': errorType(event),
    'drawbridge.outcome': outcomeOf(event),
    'drawbridge.result.truncated': result.meta.truncated === undefined ? undefined : true,
    ...decisionAttributes(result.meta.decision),
    ...Object.fromEntries(times),
  })
}

function decisionAttributes(decision: Decision | undefined): Attributes {
  if (decision === undefined) return {}
  const { verdict, rule, source, grant } = decision
  return defined({
    'drawbridge.verdict': verdict,
    'drawbridge.rule': rule,
    'drawbridge.rule.source': source,
    'drawbridge.grant': grant?.id,
  })
}

export function outcomeOf({ type, result }: Pick<ToolEnded, 'type' | 'result'>): ReportedOutcome {
  if (!result.isError) return 'ok'
  return type === 'tool.denied' ? 'denied' : type === 'tool.cancelled' ? 'cancelled' : 'failed'
}

/** Returns the code of a call that was not ok. */
export function errorType({ result }: Pick<ToolEnded, 'result'>): string | undefined {
  return result.isError ? (result.code ?? '_OTHER') : undefined
}

/** The input of a call, for spans that may hold contents. Events are scrubbed before they are published. */
export function inputAttributes(input: unknown): Attributes {
  return input === undefined ? {} : { 'gen_ai.tool.call.arguments': JSON.stringify(input) }
}

/** The result of a call, for spans that may hold contents. */
export function resultAttributes({ result }: ToolEnded): Attributes {
  return { 'gen_ai.tool.call.result': contentText(result.content) }
}
