import type { ApprovalRequest } from '../../approval/approval-request.ts'
import { errorMessage } from '../../error/error-message.ts'
import type { HookAnswered, HookFailed } from '../../event/families/hook-events.ts'
import type { HookVerdict, PostToolUseHook, PreToolUseHook } from '../../hook/hook.ts'
import { type HookMatcher, matchesCall } from '../../hook/hook-matcher.ts'
import { type HookLimits, type HookTime, runGatingHook, runHook } from '../../hook/run-hook.ts'
import { withinArrival } from '../../limit/arrival-order.ts'
import { failure } from '../../outcome/failure.ts'
import type { CallFacts } from '../../policy/authority.ts'
import type { ContentBlock, TextBlock } from '../../result/content-block.ts'
import { ownLabel } from '../../result/label.ts'
import type { DecidedCall, LimitedCall, ScreenedCall, TargetedCall } from '../call.ts'
import { callFacts, factsOfParts } from '../call-facts.ts'
import type { Ending } from '../ending.ts'
import { noteEvent } from '../note-event.ts'
import type { RunContext } from '../run-context.ts'
import { isStop, type Stop, stop } from '../stage.ts'
import { target } from './target.ts'
import { validate } from './validate.ts'

/** Runs the PreToolUse hooks in order. What they rewrite is validated and resolved again; none of them can widen anything. */
export function before(call: LimitedCall, context: RunContext): ScreenedCall | Stop | Promise<ScreenedCall | Stop> {
  const { hooks, principal } = context
  if (hooks.preToolUse.length === 0) return call
  const facts = callFacts(call, principal)
  const needsWait = hooks.preToolUse.some(
    (hook) => concerns(hook.matcher, facts, call, principal) && !allowsAtOnce(hook, facts, context),
  )
  return needsWait ? withinArrival(call.arrival, () => screen(call, context)) : call
}

/** True if a hook that only reads memory allows the call. Any other answer, and any failure, is for `screen`, which asks again. */
function allowsAtOnce(hook: PreToolUseHook, facts: CallFacts, { signal }: RunContext): boolean {
  if (hook.instant !== true || signal.aborted) return false
  try {
    const verdict = hook.run(facts, signal)
    return !(verdict instanceof Promise) && verdict.verdict === 'allow'
  } catch {
    return false
  }
}

async function screen(call: LimitedCall, context: RunContext): Promise<ScreenedCall | Stop> {
  const limits = hookLimits(context, { spentMs: 0 })
  let screened: ScreenedCall = { ...call, waitedForHooks: true }
  for (const hook of context.hooks.preToolUse) {
    const verdict = await ask(hook, screened, context, limits(hook))
    noteHookAnswer({ hook: hook.name, event: 'PreToolUse', toolCallId: call.toolCallId }, verdict, context)
    switch (verdict.verdict) {
      case 'allow':
        break
      case 'ask': {
        const opinion = { hook: hook.name, reason: verdict.reason }
        screened = { ...screened, hookOpinions: [...(screened.hookOpinions ?? []), opinion] }
        break
      }
      case 'deny':
        return stop('denied', failure('denied_by_hook', `The hook "${hook.name}" refused the call: ${verdict.reason}`))
      case 'rewrite': {
        const rewritten = await rewrite(screened, verdict.input, context)
        if (isStop(rewritten)) return rewritten
        screened = rewritten
      }
    }
  }
  return screened
}

async function ask(
  hook: PreToolUseHook,
  call: ScreenedCall,
  { principal }: RunContext,
  limits: HookLimits,
): Promise<HookVerdict> {
  const facts = callFacts(call, principal)
  if (!concerns(hook.matcher, facts, call, principal)) return { verdict: 'allow' }
  const verdict = await runGatingHook((signal) => hook.run(facts, signal), limits)
  if (verdict.verdict !== 'rewrite' || hook.trusted) return verdict
  return { verdict: 'deny', reason: 'it rewrote the input, which the operator does not allow it to do' }
}

async function rewrite(
  call: ScreenedCall,
  input: Readonly<Record<string, unknown>>,
  context: RunContext,
): Promise<ScreenedCall | Stop> {
  const validated = await validate({ ...call, arguments: input }, context)
  if (isStop(validated)) return validated
  const targeted = await target(validated, context)
  return isStop(targeted) ? targeted : { ...call, ...targeted }
}

/**
 * Runs the PermissionRequest hooks in order: the first denial ends the call without a question. None of them can
 * approve on behalf of a person.
 */
export async function gatePermissionRequest(
  call: DecidedCall,
  request: ApprovalRequest,
  context: RunContext,
): Promise<Stop | undefined> {
  const hooks = context.hooks.permissionRequest
  if (hooks.length === 0) return undefined
  const facts = callFacts(call, context.principal)
  const limits = hookLimits(context, { spentMs: 0 })
  for (const hook of hooks) {
    if (!concerns(hook.matcher, facts, call, context.principal)) continue
    const answer = await runGatingHook((signal) => hook.run(facts, request, signal), limits(hook))
    if (answer.verdict !== 'deny' && answer.verdict !== 'rewrite') continue
    const reason = answer.verdict === 'deny' ? answer.reason : 'it rewrote the input of a question'
    const answered = { hook: hook.name, event: 'PermissionRequest', toolCallId: call.toolCallId } as const
    noteHookAnswer(answered, { verdict: 'deny', reason }, context)
    return stop(
      'denied',
      failure('denied_by_hook', `The hook "${hook.name}" refused the call: ${reason}`),
      call.decision,
    )
  }
  return undefined
}

/** Runs the PostToolUse hooks of an executed call on its scrubbed result. What they add is scrubbed too; one that fails adds nothing. */
export function after(ending: Ending, context: RunContext): Ending | Promise<Ending> {
  return ending.executed === undefined || context.hooks.postToolUse.length === 0
    ? ending
    : withAdditions(ending, ending.executed, context)
}

async function withAdditions(
  ending: Ending,
  executed: NonNullable<Ending['executed']>,
  context: RunContext,
): Promise<Ending> {
  const { hooks, scrubber, principal } = context
  const content: ContentBlock[] = [...ending.content]
  const added: string[] = []
  const facts = callFacts(executed, principal)
  const limits = hookLimits(context, { spentMs: 0 })
  const result = { isError: ending.status !== 'ok', content }
  const run = (hook: PostToolUseHook) => runHook((signal) => hook.run(facts, result, signal), limits(hook))
  for (const hook of hooks.postToolUse) {
    if (!concerns(hook.matcher, facts, executed, principal)) continue
    try {
      const addition: unknown = await run(hook)
      if (typeof addition !== 'string' || addition === '') continue
      content.push(ownText(scrubber.scrub(addition).text))
      added.push(`hook ${hook.name}`)
    } catch (error) {
      noteHookFailure({ hook: hook.name, event: 'PostToolUse', toolCallId: executed.toolCallId }, error, context)
    }
  }
  return added.length === 0 ? ending : { ...ending, content, added }
}

/** Returns true if a hook applies to a call or to one of its parts. It sees the whole call then. */
function concerns(
  matcher: HookMatcher | undefined,
  facts: CallFacts,
  call: TargetedCall,
  principal: RunContext['principal'],
): boolean {
  return matchesCall(matcher, facts) || factsOfParts(call, principal).some((part) => matchesCall(matcher, part))
}

function ownText(text: string): TextBlock {
  return { type: 'text', text, label: ownLabel }
}

/** The limits under which a call's hooks run; what they use is counted against their turn. */
export function hookLimits(
  { clock, signal, settings, hookTime, ports }: RunContext,
  ownTime: HookTime,
): (hook: { readonly timeoutMs?: number }) => HookLimits {
  return ({ timeoutMs = settings.hookTimeoutMs }) => ({
    clock,
    signal: ports.hookSignal(signal),
    timeoutMs: Math.min(timeoutMs, settings.hookTimeoutMs),
    totalMs: settings.hookTotalMs,
    time: hookTime ?? ownTime,
  })
}

/** Records the answer of a gating hook if it is more than `allow`. */
function noteHookAnswer(
  answered: Omit<HookAnswered, 'type' | 'answer'>,
  verdict: HookVerdict,
  context: Pick<RunContext, 'events' | 'principal'>,
): void {
  if (verdict.verdict !== 'allow') noteEvent({ type: 'hook.answered', ...answered, answer: verdict }, context)
}

/** Records that an observing hook failed. It costs its call nothing, and neither does a recorder that fails here. */
export function noteHookFailure(
  failed: Omit<HookFailed, 'type' | 'message'>,
  error: unknown,
  context: Pick<RunContext, 'events' | 'principal'>,
): void {
  noteEvent({ type: 'hook.failed', ...failed, message: errorMessage(error) }, context)
}
