import { z } from 'zod'
import type { StatedFact } from './graph/record-facts.ts'

/** The types of entities that are used where they fit. */
export const entityTypes = [
  'person',
  'organization',
  'project',
  'product',
  'technology',
  'task',
  'event',
  'document',
  'concept',
  'location',
] as const

const name = z.string().trim().min(1).max(200)
const type = z.string().regex(/^[a-z][a-z0-9_]{0,31}$/, 'Use small letters, digits and "_".')
const time = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/,
    'Use an ISO date or date and time with zone.',
  )

/** A fact as models and people write it. */
export const factInput = z.strictObject({
  subject: name,
  subject_type: type.default('concept').describe(`Such as ${entityTypes.join(', ')}.`),
  relation: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,63}$/, 'Use small letters, digits and "_".')
    .describe('A verb with small letters and "_", such as works_at, depends_on, decided_by.'),
  object: name,
  object_type: type.default('concept'),
  valid_from: time.optional().describe('Since when it holds. Default: now.'),
  valid_to: time.optional().describe('The first moment at which it no longer holds. Default: it still holds.'),
  single: z
    .boolean()
    .optional()
    .describe('True if a subject has one object of this relation at a time, so that a later fact ends an earlier one.'),
  quote: z.string().max(1_000).optional().describe('The words that say so.'),
})

/** A fact as models and people write it, checked. */
export type FactInput = z.output<typeof factInput>

/** Returns the reason why a fact cannot be kept: a day that no calendar has, or an end before its beginning. */
export function objectionTo({ valid_from: from, valid_to: to }: FactInput): string | undefined {
  const [begin, end] = [from, to].map((each) => (each === undefined ? undefined : Date.parse(each)))
  if (Number.isNaN(begin)) return `valid_from ${JSON.stringify(from)} is not a date.`
  if (Number.isNaN(end)) return `valid_to ${JSON.stringify(to)} is not a date.`
  if (begin === undefined || end === undefined || begin < end) return undefined
  return `valid_to ${to} is not after valid_from ${from}.`
}

/**
 * Reads a checked fact. Without a beginning it holds since the time at which it was said, or with an end alone since a time that is not
 * known.
 */
export function readFact(
  { subject, subject_type, relation, object, object_type, valid_from, valid_to, single, quote = '' }: FactInput,
  saidMs: number,
): StatedFact {
  return {
    subject: { name: subject, type: subject_type },
    relation,
    object: { name: object, type: object_type },
    from: valid_from === undefined ? (valid_to === undefined ? saidMs : undefined) : Date.parse(valid_from),
    to: valid_to === undefined ? undefined : Date.parse(valid_to),
    quote,
    confidence: 1,
    kind: single === undefined ? undefined : single ? 'single' : 'multi',
  }
}
