import type { Target } from '@drawbridge/core'
import type { EffectiveAuthority } from '@drawbridge/core/registry'

/** A call of which every part is known to only read is no more than that, whatever its tool could do with another input. */
export function whereCommandsOnlyRead(targets: readonly Target[]): EffectiveAuthority | undefined {
  const commands = targets.filter((target) => target.kind === 'command')
  const isKnown = targets.every((target) => target.kind === 'command' || target.kind === 'path')
  if (commands.length === 0 || !isKnown) return undefined
  if (commands.some(({ readonly, denyGroups }) => !readonly || denyGroups.length > 0)) return undefined
  return { permission: 'readonly', risk: 'safe', why: 'Every part of the command only reads.' }
}
