import type { PathDenials } from '../../target/path-denials.ts'
import type { PathAccess, PathTarget } from '../../target/target.ts'
import { risks } from '../../tool/permission.ts'
import type { EarlyFacts } from '../authority.ts'
import type { CompiledRule } from './compiled-rule.ts'

/**
 * Collects the paths that rules deny to a call, for code that reads the disk: with the same matchers as the decision.
 * Undefined if there are none. A rule without a place is left out: it is about the call's declaration, which the
 * decision covers.
 * @param rules The rules that concern the tool.
 */
export function collectDenials(rules: readonly CompiledRule[], facts: EarlyFacts): PathDenials | undefined {
  const known = facts.risk === undefined ? risks.map((risk) => ({ ...facts, risk })) : [{ ...facts, risk: facts.risk }]
  const denying = rules.flatMap(({ verdict, target, holds, id, source, reason }) => {
    const isPlace = verdict === 'deny' && target?.kind === 'path' && target.isGeneral !== true
    if (!isPlace || (holds !== undefined && !known.some(holds))) return []
    return [{ target, denial: { rule: id, source, ...(reason === undefined ? {} : { reason }) } }]
  })
  if (denying.length === 0) return undefined
  return {
    key: denying.map(({ target }) => numberOf(target)).join(','),
    bases: [...new Set(denying.flatMap(({ target }) => target.bases ?? []))],
    find: (real, ...accesses) =>
      denying.find(({ target }) => accesses.some((access) => target.touches(placeAt(real, access, false)) === 'yes'))
        ?.denial,
    mayLieBelow: (folder, ...accesses) =>
      denying.some(({ target }) => accesses.some((access) => target.touches(placeAt(folder, access, true)) !== 'no')),
  }
}

function placeAt(real: string, access: PathAccess, recursive: boolean): PathTarget {
  return { kind: 'path', declared: real, real, access, recursive, zone: 'workspace', sensitive: false }
}

const numbers = new WeakMap<object, number>()
let last = 0

/** A matcher is known by the order in which it came: two rules that read alike may have different settings. */
function numberOf(matcher: object): number {
  const number = numbers.get(matcher)
  if (number !== undefined) return number
  last += 1
  numbers.set(matcher, last)
  return last
}
