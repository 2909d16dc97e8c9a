import type { HookVerdict, PreToolUseHook } from '../hook/hook.ts'
import { matchesCall } from '../hook/hook-matcher.ts'
import { type HookLimits, runGatingHook } from '../hook/run-hook.ts'
import { failure } from '../outcome/failure.ts'
import type { LimitedCall, ScreenedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import { hookLimits } from './hook-limits.ts'
import { noteHookAnswer } from './note-hook-answer.ts'
import type { RunContext } from './run-context.ts'
import { isStop, type Stop, stop } from './stage.ts'
import { target } from './target.ts'
import { validate } from './validate.ts'

/** Runs the PreToolUse hooks in order. What they rewrite is validated and resolved again; none of them can widen anything. */
export function before(call: LimitedCall, context: RunContext): ScreenedCall | Stop | Promise<ScreenedCall | Stop> {
  return context.hooks.preToolUse.length === 0 ? call : screen(call, context)
}

async function screen(call: LimitedCall, context: RunContext): Promise<ScreenedCall | Stop> {
  const limits = hookLimits(context, { spentMs: 0 })
  let screened: ScreenedCall = call
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
  if (!matchesCall(hook.matcher, facts)) return { verdict: 'allow' }
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
