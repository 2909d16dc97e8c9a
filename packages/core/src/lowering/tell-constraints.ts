import { unmerged } from './merge-schemas.ts'

/** Longer constraints are only named: a description should stay readable. In characters. */
const longest = 300

/** One constraint as a model reads it at the end of a description. */
function tellConstraint(keyword: string, value: unknown): string {
  if (keyword === unmerged) return tellAll(value)
  const text = JSON.stringify(value) ?? ''
  return text.length <= longest ? `${keyword}: ${text}` : `${keyword}: see the error if it does not fit`
}

function tellAll(schemas: unknown): string {
  const members = Array.isArray(schemas) ? schemas : []
  return members
    .flatMap((member) => Object.entries(member))
    .map(([keyword, value]) => tellConstraint(keyword, value))
    .join('; ')
}

/** A description with the constraints that the schema itself cannot say, in brackets at its end. */
export function describeWith(description: unknown, constraints: Readonly<Record<string, unknown>>): string | undefined {
  const told = Object.entries(constraints).map(([keyword, value]) => tellConstraint(keyword, value))
  const own = typeof description === 'string' && description !== '' ? description : undefined
  if (told.length === 0) return own
  const brackets = `(${told.join('; ')})`
  return own === undefined ? brackets : `${own} ${brackets}`
}
