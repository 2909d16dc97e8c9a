import type { HookVerdict, PreToolUseHook } from '../hook/hook.ts'
import { failure } from '../outcome/failure.ts'
import type { LimitedCall, ScreenedCall } from './call.ts'
import { callFacts } from './call-facts.ts'
import type { RunContext } from './run-context.ts'
import { isStop, type Stop, stop } from './stage.ts'
import { target } from './target.ts'
import { validate } from './validate.ts'

/** Runs the PreToolUse hooks in order. What they rewrite is validated and resolved again; none of them can widen anything. */
export function before(call: LimitedCall, context: RunContext): ScreenedCall | Stop | Promise<ScreenedCall | Stop> {
  return context.hooks.preToolUse.length === 0 ? call : screen(call, context)
}

async function screen(call: LimitedCall, context: RunContext): Promise<ScreenedCall | Stop> {
  let screened: ScreenedCall = call
  for (const hook of context.hooks.preToolUse) {
    const verdict = await ask(hook, screened, context)
    switch (verdict.verdict) {
      case 'allow':
        break
      case 'ask':
        screened = { ...screened, hookAsks: `the hook "${hook.name}" wants a person to decide: ${verdict.reason}` }
        break
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

/** A gating hook that fails denies: nobody could tell its silence from a yes. */
async function ask(hook: PreToolUseHook, call: ScreenedCall, context: RunContext): Promise<HookVerdict> {
  try {
    const verdict = await hook.run(callFacts(call, context.principal), context.signal)
    if (verdict.verdict !== 'rewrite' || hook.trusted) return verdict
    return { verdict: 'deny', reason: 'it rewrote the input, and the operator does not trust it to' }
  } catch (error) {
    return { verdict: 'deny', reason: `it failed (${error instanceof Error ? error.message : String(error)})` }
  }
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
