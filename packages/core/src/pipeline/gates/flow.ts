import type { HeardWords } from '../../flow/flow-journal.ts'
import type { FlowVerdict } from '../../flow/judge-call.ts'
import type { Decision } from '../../policy/decision.ts'
import type { DecidedCall, ScreenedCall, TargetedCall } from '../call.ts'
import { noteEvent } from '../note-event.ts'
import type { RunContext } from '../run-context.ts'
import { verdictOn } from './decide.ts'

type Judged = TargetedCall & Partial<ScreenedCall>

/**
 * Judges whose words decide a call that the policy did not deny: after the policy's verdict, and before anybody is asked. A call that only
 * reads, and one before any stranger's words, costs nothing: the engine is loaded with the first that is judged.
 */
export function flow(call: DecidedCall, context: RunContext): DecidedCall | Promise<DecidedCall> {
  if (!isJudged(call, call.decision, context)) return call
  return judged(call, call.decision, context).then(({ decision, judgement }) => {
    const { toolCallId, tool } = call
    for (const { by, rule = '' } of judgement.vouched) if (by === 'grant') void context.grants.noteUse(rule)
    noteEvent({ type: 'flow.judged', toolCallId, tool: tool.name, ...judgement }, context)
    return decision === call.decision ? call : { ...call, decision }
  })
}

/** The verdict of policy, grants and information flow on a call, as \`flow\` leaves it. Records nothing. */
export function settledVerdict(call: Judged, context: RunContext): Decision | Promise<Decision> {
  const decision = verdictOn(call, context)
  return decision instanceof Promise
    ? decision.then((settled) => withFlow(call, settled, context))
    : withFlow(call, decision, context)
}

function withFlow(call: Judged, decision: Decision, context: RunContext): Decision | Promise<Decision> {
  const { mode } = context.settings.flow
  if (mode === 'watch' || !isJudged(call, decision, context)) return decision
  return judged(call, decision, context).then((verdict) => verdict.decision)
}

function isJudged({ permission }: Judged, { verdict }: Decision, { settings, flow: journal }: RunContext): boolean {
  const { mode } = settings.flow
  if (mode === 'off' || permission !== 'write' || verdict === 'deny') return false
  return journal.isTainted || journal.earlier !== undefined || mode === 'autonomous'
}

async function judged(call: Judged, decision: Decision, context: RunContext): Promise<FlowVerdict> {
  const { judgeCall } = await import('../../flow/judge-call.ts')
  const { settings, flow: journal, grants, principal, scrubber } = context
  return judgeCall(call, decision, { settings: settings.flow, journal, grants, principal, scrubber })
}

/** Takes words of the user or the operator, scrubbed, and records them. */
export function hearWords({ from, text }: HeardWords, context: RunContext): void {
  const words: HeardWords = { from, text: context.scrubber.scrub(text).text }
  context.flow.hear(words)
  noteEvent({ type: 'session.heard', ...words }, context)
}
