import type { Clock } from '../clock/clock.ts'
import { errorMessage } from '../error/error-message.ts'
import type { Hooks, SubagentEnd, SubagentFacts } from './hook.ts'
import { type HookLimits, runGatingHook, runHook } from './run-hook.ts'

/** The hooks about children, as the one who starts children uses them. */
export interface SubagentHooks {
  /** Returns the reason why a child may not start, for the model; undefined if it may. Never rejects. */
  start(child: SubagentFacts, signal: AbortSignal): Promise<string | undefined>
  /** Resolves once all have heard of the end of a child. Never rejects. */
  stop(child: SubagentFacts, result: SubagentEnd): Promise<void>
}

/** The parts that hooks about children need. */
export interface SubagentHookParts {
  hooks(): Pick<Hooks, 'subagentStart' | 'subagentStop'>
  /** Milliseconds. */
  settings(): { readonly hookTimeoutMs: number; readonly hookTotalMs: number }
  readonly clock: Clock
  /** Called if one that only watches fails. */
  onFailure(hook: string, message: string, child: SubagentFacts): void
}

/** Creates what runs the hooks about children. Whatever else than `allow` a hook answers to a start refuses it. */
export function createSubagentHooks({ hooks, settings, clock, onFailure }: SubagentHookParts): SubagentHooks {
  const limitsFor = (signal: AbortSignal) => {
    const { hookTimeoutMs, hookTotalMs: totalMs } = settings()
    const time = { spentMs: 0 }
    return ({ timeoutMs = hookTimeoutMs }: { readonly timeoutMs?: number }): HookLimits => {
      return { clock, signal, timeoutMs: Math.min(timeoutMs, hookTimeoutMs), totalMs, time }
    }
  }
  return {
    start: async (child, signal) => {
      const limits = limitsFor(signal)
      for (const hook of hooks().subagentStart) {
        const verdict = await runGatingHook((stop) => hook.run(child, stop), limits(hook))
        if (verdict.verdict === 'allow') continue
        const why = 'reason' in verdict ? verdict.reason : 'it wants another input, which a child has not'
        return `The hook "${hook.name}" refused the child: ${why}`
      }
      return undefined
    },
    stop: async (child, result) => {
      const limits = limitsFor(new AbortController().signal)
      for (const hook of hooks().subagentStop) {
        try {
          await runHook((stop) => hook.run(child, result, stop), limits(hook))
        } catch (error) {
          onFailure(hook.name, errorMessage(error), child)
        }
      }
    },
  }
}
