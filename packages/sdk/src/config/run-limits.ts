import type { RunSettings } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { LimitsSection } from '@drawbridge/core/configuration'
import { defaultRunSettings } from '@drawbridge/core/limits'

/** The settings of runs that the section `limits` can set. Those that are not set keep the default of the place. */
export type RunLimits = Partial<
  Pick<
    RunSettings,
    | 'argumentLimits'
    | 'resultLimit'
    | 'defaultTimeoutMs'
    | 'commandTimeoutMs'
    | 'maxTimeoutMs'
    | 'hookTimeoutMs'
    | 'hookTotalMs'
  >
>

/** The built-in limits of runs, in the form of the section. */
export const defaultRunLimits: Required<Pick<LimitsSection, 'timeouts' | 'arguments' | 'results'>> = {
  timeouts: {
    callMs: defaultRunSettings.defaultTimeoutMs,
    commandMs: defaultRunSettings.commandTimeoutMs,
    maxMs: defaultRunSettings.maxTimeoutMs,
    hookMs: defaultRunSettings.hookTimeoutMs,
    hooksMs: defaultRunSettings.hookTotalMs,
  },
  arguments: defaultRunSettings.argumentLimits,
  results: defaultRunSettings.resultLimit,
}

/** Returns the configured limits of runs, in the form that runs use. */
export function runLimitsOf({ timeouts = {}, arguments: ofArguments, results }: LimitsSection): RunLimits {
  const { argumentLimits, resultLimit } = defaultRunSettings
  const { callMs, commandMs, maxMs, hookMs, hooksMs } = timeouts
  return {
    ...defined({
      defaultTimeoutMs: callMs,
      commandTimeoutMs: commandMs,
      maxTimeoutMs: maxMs,
      hookTimeoutMs: hookMs,
      hookTotalMs: hooksMs,
    }),
    ...(ofArguments === undefined ? {} : { argumentLimits: over(argumentLimits, ofArguments) }),
    ...(results === undefined ? {} : { resultLimit: over(resultLimit, results) }),
  }
}

function over<Limits extends object>(
  limits: Limits,
  set: { readonly [Key in keyof Limits]?: Limits[Key] | undefined },
): Limits {
  return { ...limits, ...set }
}
