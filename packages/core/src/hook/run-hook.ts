import type { Clock } from '../clock/clock.ts'
import { errorMessage } from '../error/error-message.ts'
import type { HookVerdict } from './hook.ts'
import { readHookVerdict } from './read-hook-answer.ts'

/** The part of their common time that the hooks of one turn have used. */
export interface HookTime {
  spentMs: number
}

export interface HookLimits {
  readonly clock: Clock
  /** Aborted with the call. */
  readonly signal: AbortSignal
  /** The limit of this hook. */
  readonly timeoutMs: number
  /** The limit of all hooks of the turn together. */
  readonly totalMs: number
  readonly time: HookTime
}

/** Runs one hook under its limits. Rejects if it fails, runs out of time, or its call is aborted. */
export async function runHook<Answer>(
  hook: (signal: AbortSignal) => Answer | Promise<Answer>,
  { clock, signal, timeoutMs, totalMs, time }: HookLimits,
): Promise<Answer> {
  const left = totalMs - time.spentMs
  if (left <= 0) throw new Error(`the hooks of this turn have used up their ${totalMs} ms`)
  const allowed = Math.min(timeoutMs, left)
  const ending = new AbortController()
  const startedAt = clock.now()
  const { promise: cut, reject } = Promise.withResolvers<never>()
  const end = (reason: Error) => {
    ending.abort(reason)
    reject(reason)
  }
  const onAbort = () => end(new Error('the run was aborted'))
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  using _timer = clock.after(allowed, () => end(new Error(`it did not answer within ${allowed} ms`)), 'kept-alive')
  try {
    return await Promise.race([cut, Promise.resolve().then(() => hook(ending.signal))])
  } finally {
    signal.removeEventListener('abort', onAbort)
    time.spentMs += clock.now() - startedAt
  }
}

/** Runs a gating hook: any failure denies, since silence must not count as consent. Never rejects. */
export async function runGatingHook(
  hook: (signal: AbortSignal) => HookVerdict | Promise<HookVerdict>,
  limits: HookLimits,
): Promise<HookVerdict> {
  try {
    return readHookVerdict(await runHook(hook, limits))
  } catch (error) {
    return { verdict: 'deny', reason: `it failed (${errorMessage(error)})` }
  }
}
