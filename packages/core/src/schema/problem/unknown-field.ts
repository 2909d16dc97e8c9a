import { nearestNames } from '../../name/nearest-names.ts'
import { quoteExcerpt } from './describe-received.ts'

const shownNames = 20

/** Describes an undeclared field: the nearest declared name, and all names. */
export function unknownFieldExpectation(field: string, declared: readonly string[]): string {
  if (declared.length === 0) return 'no fields at all'
  const [nearest] = nearestNames(field, declared)
  const question = nearest === undefined ? '' : `; did you mean ${quoteExcerpt(nearest)}?`
  const more = declared.length > shownNames ? ` and ${declared.length - shownNames} more` : ''
  return `no field of this name${question} (fields: ${declared.slice(0, shownNames).map(quoteExcerpt).join(', ')}${more})`
}
