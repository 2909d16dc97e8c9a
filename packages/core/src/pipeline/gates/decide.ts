import { errorMessage } from '../../error/error-message.ts'
import type { HeardWords } from '../../flow/flow-journal.ts'
import type { FlowVerdict } from '../../flow/judge-call.ts'
import type { FlowJudgement, FlowMode } from '../../flow/sink.ts'
import { grantDecision, isGrantableQuestion } from '../../grant/grant-decision.ts'
import { failure } from '../../outcome/failure.ts'
import type { Authority, CallFacts } from '../../policy/authority.ts'
import type { Decision } from '../../policy/decision.ts'
import { ownVerdict } from '../../policy/own-verdict.ts'
import type { DecidedCall, ScreenedCall, TargetedCall } from '../call.ts'
import { callFacts, factsOfParts } from '../call-facts.ts'
import { noteEvent } from '../note-event.ts'
import type { RunContext } from '../run-context.ts'
import { type Stop, stop } from '../stage.ts'

/**
 * The verdict on a call, before anybody is asked: what `explain` shows is what `decide` acts on. What the policy asks, a grant
 * may answer; what a hook asks, only a person.
 */
function verdictOn(
  call: TargetedCall & Partial<ScreenedCall>,
  { authority, principal, grants }: Pick<RunContext, 'authority' | 'principal' | 'grants'>,
): Decision | Promise<Decision> {
  const facts = callFacts(call, principal)
  const decision = judge(call, facts, { authority, principal })
  const [opinion] = call.hookOpinions ?? noOpinions
  if (decision.verdict === 'deny') return decision
  if (opinion !== undefined) return askedByHook(decision, opinion)
  return isGrantableQuestion(decision) ? answeredByGrant(decision, facts, grants) : decision
}

/**
 * If a call came under another tool's name, or amounts to calls of other tools, all of them are judged, and the strictest verdict applies.
 */
function judge(
  call: TargetedCall,
  facts: CallFacts,
  { authority, principal }: Pick<RunContext, 'principal'> & { readonly authority: Pick<Authority, 'decide'> },
): Decision {
  const own = authority.decide(facts)
  if (call.askedAs === undefined && call.parts === undefined) return own
  const { askedAs, ...called } = call
  const asked = askedAs === undefined ? [] : [callFacts({ ...called, ...askedAs }, principal)]
  const others = [...asked, ...factsOfParts(call, principal)].map((each) => authority.decide(each))
  return others.reduce(strictestOf, own)
}

function strictestOf(left: Decision, right: Decision): Decision {
  const [strict, mild] = strictness[right.verdict] > strictness[left.verdict] ? [right, left] : [left, right]
  return { ...strict, steps: [...strict.steps, ...mild.steps] }
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const

const noOpinions: NonNullable<ScreenedCall['hookOpinions']> = []

function askedByHook(decision: Decision, { hook, reason }: (typeof noOpinions)[number]): Decision {
  const because = `The hook "${hook}" wants a person to decide: ${reason}`
  return askedBecause(because, decision, { step: `hook.${hook}`, rule: 'hook', source: 'hook' })
}

function askedBecause(
  because: string,
  decision: Decision,
  { step, rule, source }: { readonly step: string; readonly rule: string; readonly source: string },
): Decision {
  const steps = [...decision.steps, { step, verdict: 'ask' as const, because, source }]
  // An approval of the call is for running it without containment.
  const { contained: _, grant: __, ...asked } = decision
  if (decision.verdict === 'ask') return { ...decision, reason: `${decision.reason} ${because}`, steps }
  return { ...asked, verdict: 'ask', rule, source, reason: because, steps }
}

async function answeredByGrant(decision: Decision, facts: CallFacts, grants: RunContext['grants']): Promise<Decision> {
  const grant = await grants.find(facts)
  return grant === undefined ? decision : grantDecision(grant, decision)
}

/** Lets the policy decide. A call that it denies ends here; one that it asks about goes on to `approve`. */
export function decide(call: ScreenedCall, context: RunContext): DecidedCall | Stop | Promise<DecidedCall | Stop> {
  const decision = verdictOn(call, context)
  if (!(decision instanceof Promise)) return conclude(call, decision, context)
  return decision.then((settled) => {
    // The policy asked. If the verdict is yes all the same, a grant said so.
    if (settled.verdict === 'allow') void context.grants.noteUse(settled.rule)
    return conclude(call, settled, context)
  })
}

function conclude(call: ScreenedCall, decision: Decision, context: RunContext): DecidedCall | Stop {
  const { approval, authority } = context
  if (authority.shadow !== undefined && approval.mode !== 'resumed') compareShadow(call, decision, context)
  // An approval that was given while no run waited is void then, which `approve` says.
  if (decision.verdict !== 'deny' || approval.mode === 'resumed') return { ...call, decision }
  const { denialCode = 'denied_by_policy', reason, rule, source } = decision
  return stop('denied', failure(denialCode, `${reason} Rule: ${rule} (${source}).`), decision)
}

/**
 * Lets the shadow policy decide on a call as well, and records a difference. It changes nothing about the call, whatever it says and
 * even if it fails.
 */
function compareShadow(call: ScreenedCall, decision: Decision, context: RunContext): void {
  const { authority, principal } = context
  const { toolCallId, tool } = call
  try {
    const shadow = authority.shadow?.()
    if (shadow === undefined) return
    const { verdict, rule, source, reason } = judge(call, callFacts(call, principal), { authority: shadow, principal })
    const live = {
      verdict: ownVerdict(decision),
      rule: decision.rule,
      source: decision.source,
      reason: decision.reason,
    }
    if (live.verdict === verdict) return
    noteEvent(
      { type: 'policy.differed', toolCallId, tool: tool.name, live, shadow: { verdict, rule, source, reason } },
      context,
    )
  } catch (error) {
    noteEvent({ type: 'policy.shadow_failed', toolCallId, tool: tool.name, message: errorMessage(error) }, context)
  }
}

type Judged = TargetedCall & Partial<ScreenedCall>

/**
 * Judges whose words decide a call that the policy did not deny: after the policy's verdict, and before anybody is asked. A call that only
 * reads, and one before any stranger's words, costs nothing: the engine is loaded with the first that is judged.
 */
export function flow(call: DecidedCall, context: RunContext): DecidedCall | Promise<DecidedCall> {
  if (call.permission === 'write' && context.flow.earlier !== undefined)
    return takeEarlier(context).then(() => judgedCall(call, context))
  return judgedCall(call, context)
}

/** Takes what entered the session before this process. That it cannot be read is a fault of the judgement, which tries again. */
async function takeEarlier({ flow: journal }: Pick<RunContext, 'flow'>): Promise<void> {
  await journal.takeEarlier().catch(() => undefined)
}

function judgedCall(call: DecidedCall, context: RunContext): DecidedCall | Promise<DecidedCall> {
  if (!isJudged(call, call.decision, context)) return call
  return judged(call, call.decision, context).then(({ decision, judgement }) => {
    const { toolCallId, tool } = call
    for (const { by, rule = '' } of judgement.vouched) if (by === 'grant') void context.grants.noteUse(rule)
    noteEvent({ type: 'flow.judged', toolCallId, tool: tool.name, ...judgement }, context)
    return decision === call.decision ? call : { ...call, decision }
  })
}

/** The verdict of policy, grants and information flow on a call, as `flow` leaves it. Records nothing. */
export function settledVerdict(call: Judged, context: RunContext): Decision | Promise<Decision> {
  const decision = verdictOn(call, context)
  return decision instanceof Promise
    ? decision.then((settled) => withFlow(call, settled, context))
    : withFlow(call, decision, context)
}

function withFlow(call: Judged, decision: Decision, context: RunContext): Decision | Promise<Decision> {
  const { mode } = context.settings.flow
  if (mode === 'watch' || mode === 'off' || call.permission !== 'write') return decision
  if (context.flow.earlier !== undefined) return takeEarlier(context).then(() => withJudgement(call, decision, context))
  return withJudgement(call, decision, context)
}

function withJudgement(call: Judged, decision: Decision, context: RunContext): Decision | Promise<Decision> {
  if (!isJudged(call, decision, context)) return decision
  return judged(call, decision, context).then((verdict) => verdict.decision)
}

function isJudged({ permission }: Judged, { verdict }: Decision, { settings, flow: journal }: RunContext): boolean {
  const { mode } = settings.flow
  if (mode === 'off' || permission !== 'write' || verdict === 'deny') return false
  return journal.isTainted || journal.earlier !== undefined || mode === 'autonomous'
}

async function judged(call: Judged, decision: Decision, context: RunContext): Promise<FlowVerdict> {
  const { settings, flow: journal, grants, principal, scrubber } = context
  try {
    const { judgeCall } = await import('../../flow/judge-call.ts')
    return await judgeCall(call, decision, { settings: settings.flow, journal, grants, principal, scrubber })
  } catch (error) {
    return unjudged(call, decision, { error, mode: settings.flow.mode, scrubber })
  }
}

/** Returns the verdict on a call that a fault left without judgement: in the mode `watch` the policy’s, otherwise a person is asked. */
function unjudged(
  { tool }: Judged,
  decision: Decision,
  { error, mode, scrubber }: { readonly error: unknown; readonly mode: FlowMode } & Pick<RunContext, 'scrubber'>,
): FlowVerdict {
  const message = scrubber.scrub(errorMessage(error)).text
  const because = `It could not be judged whose words decide "${tool.name}": ${message}`
  const judgement: FlowJudgement = { mode, verdict: 'ask', findings: [{ check: 'control', because }], vouched: [] }
  if (mode === 'watch') return { decision, judgement }
  const rule = 'flow.control'
  const asked = askedBecause(because, decision, { step: rule, rule, source: 'built-in' })
  return { decision: { ...asked, flow: judgement }, judgement }
}

/** Takes words of the user, the operator or another agent, scrubbed, and records them. */
export function hearWords({ from, text }: HeardWords, context: RunContext): void {
  const words: HeardWords = { from, text: context.scrubber.scrub(text).text }
  context.flow.hear(words)
  noteEvent({ type: 'session.heard', ...words }, context)
}
