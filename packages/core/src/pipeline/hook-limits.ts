import type { HookLimits, HookTime } from '../hook/run-hook.ts'
import type { RunContext } from './run-context.ts'

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
