import type { Target } from '@drawbridge/core'
import type { EffectiveAuthority } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'

/** The parameter of tools that run commands: allows unapproved commands to run contained. */
export const containedInput = field
  .boolean()
  .default(true)
  .describe(
    'Commands that only read run at once in a sandbox in which they cannot write or use the network. Set to false to run it outside; a person is then asked.',
  )

/** Returns the option of a declared command, if it is set. */
export function wish(contained: boolean | undefined): { readonly contained?: false } {
  return contained === false ? { contained: false } : {}
}

/** A call of which every part is known to only read is no more than that, whatever its tool could do with another input. */
export function whereCommandsOnlyRead(targets: readonly Target[]): EffectiveAuthority | undefined {
  const commands = targets.filter((target) => target.kind === 'command')
  const isKnown = targets.every((target) => target.kind === 'command' || target.kind === 'path')
  if (commands.length === 0 || !isKnown) return undefined
  if (commands.some(({ readonly, denyGroups }) => !readonly || denyGroups.length > 0)) return undefined
  return { permission: 'readonly', risk: 'safe', why: 'Every part of the command only reads.' }
}
