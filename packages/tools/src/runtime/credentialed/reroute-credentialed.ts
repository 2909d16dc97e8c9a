import type { Target } from '@drawbridge/core'
import type { ReroutedCall } from '@drawbridge/core/registry'

/**
 * Returns the credentialed call that a command amounts to, if its program has credentials and is the whole command; else undefined.
 */
export function rerouteCredentialed(
  targets: readonly Target[],
  settings: { readonly cwd: string; readonly timeout_seconds?: number | undefined },
): ReroutedCall | undefined {
  const command = targets.find((target) => target.kind === 'command' && target.credentialed === true)
  if (command?.kind !== 'command') return undefined
  const [binary = '', ...args] = command.argv.map(({ text }) => text)
  const { cwd, timeout_seconds: seconds } = settings
  const input = { binary, args, cwd, ...(seconds === undefined ? {} : { timeout_seconds: seconds }) }
  return { tool: 'runtime.credentialed_exec', input }
}
