import { didYouMean } from '@drawbridge/core/base'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'

/** The purposes of Drawbridge itself for which an internal host may be contacted. A room is a purpose by its name. */
const ownPurposes: readonly string[] = ['commands', 'hooks', 'web']

/** Finds purposes of internal hosts that do not exist: such a host would be open for nothing. */
export function checkPurposes(
  layer: ConfigLayer,
  rooms: readonly { readonly name: string }[],
): readonly ConfigProblem[] {
  const known = new Set([...ownPurposes, ...rooms.map(({ name }) => name)])
  return (layer.config.network?.internal ?? []).flatMap((entry, index) => {
    if (typeof entry === 'string') return []
    return (entry.for ?? []).flatMap((purpose, place) => {
      if (known.has(purpose)) return []
      const meant = purpose.includes('.') ? [...known].find((name) => purpose.startsWith(`${name}.`)) : undefined
      const hint = meant === undefined ? didYouMean(purpose, known) : ` Did you mean "${meant}"?`
      const message = `The purpose "${purpose}" does not exist.${hint} Purposes: ${ownPurposes.join(', ')}, or the name of a room.`
      return [layer.problem(['network', 'internal', index, 'for', place], message)]
    })
  })
}
