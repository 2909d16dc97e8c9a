import fc from 'fast-check'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { compileToolSchema } from './compile-tool-schema.ts'
import { field } from './field.ts'
import type { InferOutput } from './tool-schema.ts'
import { validateInput } from './validate-input.ts'

const ours = field.object({
  path: field.string().min(1).max(4).describe('A path.'),
  kind: field
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  mode: field.enum(['read', 'write']).default('read').describe('A mode.'),
  count: field.int().min(1).max(9).default(5),
  any: field.int().optional(),
  flag: field.boolean().default(false),
  edits: field
    .array(field.object({ old: field.string(), all: field.boolean().default(false) }))
    .min(1)
    .max(2)
    .optional()
    .describe('Edits.'),
  names: field.array(field.string().max(3)).default([]),
})
const zods = z.strictObject({
  path: z.string().min(1).max(4).describe('A path.'),
  kind: z
    .string()
    .regex(/^[a-z]+$/)
    .optional(),
  mode: z.enum(['read', 'write']).default('read').describe('A mode.'),
  count: z.int().min(1).max(9).default(5),
  any: z.int().optional(),
  flag: z.boolean().default(false),
  edits: z
    .array(z.strictObject({ old: z.string(), all: z.boolean().default(false) }))
    .min(1)
    .max(2)
    .optional()
    .describe('Edits.'),
  names: z.array(z.string().max(3)).default([]),
})

test('fields mean to a model and to types what the same schema of zod means', () => {
  expect(compileToolSchema(ours, 'strict').jsonSchema).toEqual(compileToolSchema(zods, 'strict').jsonSchema)
  expectTypeOf<InferOutput<typeof ours>>().toEqualTypeOf<z.output<typeof zods>>()
})

const someText = fc.oneof(
  fc.constantFrom('', 'a', 'abc', 'abcde', 'A1', '\u{1f600}', 'read'),
  fc.string({ maxLength: 6 }),
)
const someValue = fc.oneof(
  someText,
  fc.constantFrom<unknown>(null, true, false, 0, 1, 5, 9, 10, 1.5, -1, 2 ** 53, '3', 'true', [], {}, undefined),
  fc.array(someText, { maxLength: 3 }),
  fc.array(fc.record({ old: someText, all: fc.boolean(), more: someText }, { requiredKeys: [] }), { maxLength: 3 }),
)
const someInput = fc.oneof(
  { weight: 9, arbitrary: fc.record({ path: someText }) },
  fc.dictionary(fc.constantFrom(...Object.keys(zods.shape), 'pth', '__proto__'), someValue),
  someValue,
)
const fit = fc.record(
  {
    path: fc.string({ minLength: 1, maxLength: 4 }),
    kind: fc.constantFrom('abc', 'A'),
    mode: fc.constantFrom('read', 'write', 'run'),
    count: fc.integer({ min: 0, max: 10 }),
    edits: fc.array(fc.record({ old: someText, all: fc.boolean() }, { requiredKeys: ['old'] }), { maxLength: 3 }),
    names: fc.array(someText, { maxLength: 2 }),
  },
  { requiredKeys: ['path'] },
)

test('fields take, complete and refuse what the same schema of zod does', () => {
  const [left, right] = [compileToolSchema<unknown>(ours, 'strict'), compileToolSchema<unknown>(zods, 'strict')]
  const places = (result: Awaited<ReturnType<typeof validateInput>>) =>
    result.ok ? result : { ...result, problems: [...new Set(result.problems.map(({ path }) => path))].sort() }
  fc.assert(
    fc.property(fc.oneof(someInput, fit), (input) => {
      const [own, theirs] = [validateInput(left, input), validateInput(right, input)]
      if (own instanceof Promise || theirs instanceof Promise) throw new Error('It is judged at once.')
      expect(places(own)).toEqual(places(theirs))
      if (own.ok && theirs.ok) expect(JSON.stringify(own.value)).toBe(JSON.stringify(theirs.value))
    }),
    { numRuns: 500 },
  )
})
