import type {
  ApprovalAnswer,
  ApprovalDecision,
  ApprovalRequest,
  EarlierAnswer,
} from '../../approval/approval-request.ts'
import { partsOf } from '../../approval/parts-of.ts'
import { assertNever } from '../../error/assert-never.ts'
import { errorMessage } from '../../error/error-message.ts'
import type { GrantScope } from '../../grant/grant.ts'
import { isGrantableQuestion } from '../../grant/grant-decision.ts'
import { type Proposal, proposeGrant } from '../../grant/propose-grant.ts'
import { type Failure, failure } from '../../outcome/failure.ts'
import type { CallFacts } from '../../policy/authority.ts'
import type { Decision } from '../../policy/decision.ts'
import type { Target } from '../../target/target.ts'
import type { SessionKey } from '../../tool/session-state.ts'
import type { DecidedCall, TargetedCall } from '../call.ts'
import { callFacts } from '../call-facts.ts'
import type { RunContext } from '../run-context.ts'
import { isStop, type Stop, stop } from '../stage.ts'
import { confirmApproval } from './confirm-approval.ts'

/** Only for showing: no answer is ever taken from it. Beyond this many kinds of calls the oldest are forgotten. */
const maxKinds = 500

const remembered: SessionKey<Map<string, readonly EarlierAnswer[]>> = {
  name: 'earlier answers',
  create: () => new Map(),
}

interface GivenAnswer {
  readonly requestId: string
  readonly answer: ApprovalAnswer
  /** The approver's id. */
  readonly approver: string
  /** The person behind the approver, if it names one. */
  readonly decidedBy?: string
}

/** Records a decision and carries it out. */
export async function actOnDecision(
  call: DecidedCall,
  request: ApprovalRequest,
  { decision, approver }: { readonly decision: ApprovalDecision; readonly approver: string },
  context: RunContext,
): Promise<DecidedCall | Stop> {
  noteAnswer(call, decision.answer, context)
  const refused = refusal(call, decision, context)
  await context.events.record(
    { type: 'permission.decided', toolCallId: call.toolCallId, approver, decision },
    context.principal.run,
    'grouped',
  )
  if (refused !== undefined) return stop(refused.stopped, refused.failure, call.decision)
  const confirmed = await confirmApproval(call, request, context)
  if (isStop(confirmed)) return confirmed
  await saveGrant(confirmed, { ...decision, approver }, context)
  return { ...confirmed, approved: request }
}

interface Refusal {
  readonly stopped: Stop['stopped']
  readonly failure: Failure
}

/** Returns the end of the call for a decision that does not allow it; `abort` ends its run at once. */
export function refusal(
  { tool }: Pick<DecidedCall, 'tool'>,
  { answer, reason }: ApprovalDecision,
  { abortRun }: Pick<RunContext, 'abortRun'>,
): Refusal | undefined {
  switch (answer) {
    case 'allow_once':
    case 'allow_for_session':
    case 'allow_always':
      return undefined
    case 'deny':
      return {
        stopped: 'denied',
        failure: failure(
          'denied_by_user',
          `The user refused "${tool.name}"${because(reason)}. Do not try the same call again; ask or find another way.`,
        ),
      }
    case 'abort':
      abortRun(reason ?? 'ended by the approver', 'approver')
      return {
        stopped: 'cancelled',
        failure: failure('aborted', `The run was ended by the approver${because(reason)}.`),
      }
    default:
      return assertNever(answer)
  }
}

/** Returns the reason as the end of a sentence, whose stop follows. */
function because(reason = ''): string {
  return reason === '' ? '' : `: ${reason.replace(/\.$/, '')}`
}

/** Returns the grant that an approval beyond this call would save, or the reason why only this call can be allowed. */
export function grantProposal(
  call: TargetedCall & Pick<DecidedCall, 'decision' | 'hookOpinions'>,
  { principal }: Pick<RunContext, 'principal'>,
): Proposal {
  if (call.hookOpinions !== undefined) return { grantable: false, why: 'a hook requires a person to decide' }
  if (!isGrantableQuestion(call.decision)) return { grantable: false, why: 'a rule of the operator asks every time' }
  const facts = callFacts(call, principal)
  const flow = flowScopes(facts, call.decision)
  if (flow !== undefined && !flow.grantable) return flow
  const proposed = flow?.alone === true ? flow : withScopes(proposeGrant(facts), flow?.proposal.scopes)
  const isWhole = !proposed.grantable || partsOf(facts.targets).complete
  return isWhole ? proposed : { grantable: false, why: 'its effects cannot be shown in full' }
}

type ValuesProposal =
  | (Extract<Proposal, { readonly grantable: true }> & { readonly alone: boolean })
  | Extract<Proposal, { readonly grantable: false }>

/**
 * Returns what an answer beyond this call would vouch for: the values that information flow asks about. Undefined if it does not ask.
 * `alone`: the policy itself asks nothing.
 */
function flowScopes(
  { tool, permission, risk }: Pick<CallFacts, 'tool' | 'permission' | 'risk'>,
  { flow, steps, verdict }: Decision,
): ValuesProposal | undefined {
  if (flow === undefined || verdict !== 'ask') return undefined
  const scopes: GrantScope[] = []
  for (const { value, kind, check } of flow.findings) {
    if (value === undefined || kind === undefined || check === 'control' || check === 'strict')
      return { grantable: false, why: 'the act itself is in question, not a value of it' }
    if (kind === 'code') return { grantable: false, why: 'it runs code that the user did not ask for' }
    scopes.push({ kind: 'value', sink: kind, value })
  }
  const alone = !steps.some((step) => step.verdict === 'ask' && !step.step.startsWith('flow.'))
  return { grantable: true, alone, proposal: { tool, scopes, permission, risk } }
}

function withScopes(proposed: Proposal, scopes: readonly GrantScope[] = []): Proposal {
  if (!proposed.grantable || scopes.length === 0) return proposed
  return { grantable: true, proposal: { ...proposed.proposal, scopes: [...proposed.proposal.scopes, ...scopes] } }
}

/** Saves the part of the answer that goes beyond this one call. If it cannot be saved, the answer counts for this call. */
export async function saveGrant(
  call: DecidedCall,
  { requestId, answer, approver, decidedBy = approver }: GivenAnswer,
  context: RunContext,
): Promise<void> {
  if (answer !== 'allow_for_session' && answer !== 'allow_always') return
  const proposed = grantProposal(call, context)
  if (!proposed.grantable) return
  const facts = callFacts(call, context.principal)
  const lifetime = answer === 'allow_always' ? 'always' : 'session'
  const { toolCallId } = call
  try {
    const grant = await context.grants.add(proposed.proposal, { facts, lifetime, grantedBy: decidedBy })
    await context.events.record({ type: 'permission.granted', toolCallId, grant }, context.principal.run, 'grouped')
  } catch (error) {
    const message = `The grant could not be saved: ${errorMessage(error)}`
    context.events.announce(
      { type: 'permission.failed', toolCallId, requestId, code: 'store_unavailable', message },
      context.principal.run,
    )
  }
}

/** Returns people's answers in this session to similar questions, the most frequent first. */
export function earlierAnswers(
  call: Pick<DecidedCall, 'tool' | 'targets'>,
  { session }: Pick<RunContext, 'session'>,
): readonly EarlierAnswer[] {
  return session.use(remembered).get(kindOf(call)) ?? []
}

/** Notes an answer for those who are asked about the like. */
function noteAnswer(
  call: Pick<DecidedCall, 'tool' | 'targets'>,
  answer: ApprovalAnswer,
  { session, clock }: Pick<RunContext, 'session' | 'clock'>,
): void {
  const all = session.use(remembered)
  const kind = kindOf(call)
  const before = all.get(kind) ?? []
  const times = (before.find((each) => each.answer === answer)?.times ?? 0) + 1
  const others = before.filter((each) => each.answer !== answer)
  all.delete(kind)
  all.set(
    kind,
    [...others, { answer, times, lastAt: clock.now() }].sort((left, right) => right.times - left.times),
  )
  const oldest = all.size > maxKinds ? all.keys().next().value : undefined
  if (oldest !== undefined) all.delete(oldest)
}

/** Calls of a kind look alike to a person: the same tool, for the same programs, folders and hosts. */
function kindOf({ tool, targets }: Pick<DecidedCall, 'tool' | 'targets'>): string {
  return JSON.stringify([tool.name, ...new Set(targets.map(likeness))].sort())
}

function likeness(target: Target): string {
  switch (target.kind) {
    case 'path':
      return `${target.access} ${target.real.slice(0, target.real.lastIndexOf('/'))}`
    case 'command':
      return target.argv
        .slice(0, 2)
        .map(({ text }) => text)
        .join(' ')
    case 'host':
      return `${target.scheme}://${target.host}:${target.port}`
    case 'session':
    case 'agent':
    case 'server':
      return `${target.kind} ${target.id}`
    case 'dynamic':
      return target.of
  }
}
