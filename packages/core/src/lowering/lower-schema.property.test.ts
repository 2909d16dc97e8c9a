import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isJsonObject } from '../json/index.ts'
import { compileToolSchema, openSchema, validateInput } from '../schema/index.ts'
import type { JsonSchemaObject } from '../schema/json-schema.ts'
import { breachesOf } from './__fixtures__/published-rules.ts'
import { lowerSchema } from './lower-schema.ts'
import { schemaFamilies } from './schema-family.ts'

/** A schema, and values of which most are valid for it. */
interface Sample {
  readonly schema: JsonSchemaObject | boolean
  readonly value: fc.Arbitrary<unknown>
}

const described = fc.option(fc.constantFrom('Size.', 'Name of it.'), { nil: undefined })
const withDescription = (schema: JsonSchemaObject, description: string | undefined) =>
  description === undefined ? schema : { ...schema, description }

const scalar: fc.Arbitrary<Sample> = fc.oneof(
  fc
    .record({ minLength: fc.constantFrom(undefined, 1), format: fc.constantFrom(undefined, 'uri', 'date') })
    .map(({ minLength, format }) => ({
      schema: { type: 'string', ...(minLength && { minLength }), ...(format && { format }) },
      value: fc.constantFrom('', 'a', '2020-01-01', '3'),
    })),
  fc
    .constantFrom('integer', 'number')
    .map((type) => ({ schema: { type, minimum: 0 }, value: fc.constantFrom(0, 1, 2.5) })),
  fc.constant({ schema: { type: 'boolean' }, value: fc.boolean() }),
  fc.constant({ schema: { type: ['string', 'null'], pattern: '^a' }, value: fc.constantFrom('a', null) }),
  fc.constantFrom<readonly unknown[]>(['a', 'b'], ['', 'a'], [1, 2], ['a', 1, null], [true]).map((values) => ({
    schema: { enum: values },
    value: fc.constantFrom(...values),
  })),
  fc.constant({ schema: { const: 'fixed' }, value: fc.constant('fixed') }),
  fc.constant({ schema: {}, value: fc.constantFrom<unknown>('x', 1, null, [1], { a: 1 }) }),
  fc.constant({ schema: true, value: fc.constantFrom<unknown>('x', 1, null) }),
  fc.constant({ schema: { $ref: '#/$defs/shared' }, value: fc.constantFrom<unknown>({ id: 1 }, { id: 2, note: 'n' }) }),
)

const { part, object } = fc.letrec<{ part: Sample; object: Sample }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: scalar, weight: 4 },
    { arbitrary: tie('object'), weight: 3 },
    {
      arbitrary: tie('part').map(({ schema, value }) => ({
        schema: { type: 'array', items: schema },
        value: fc.array(value, { maxLength: 2 }),
      })),
      weight: 1,
    },
    {
      arbitrary: fc
        .tuple(tie('part'), tie('part'), fc.constantFrom('anyOf', 'oneOf'))
        .map(([left, right, keyword]) => ({
          schema: { [keyword]: [left.schema, right.schema] },
          value: fc.oneof(left.value, right.value),
        })),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(tie('part'), tie('part'), fc.boolean()).map(([left, right, closed]) => ({
        schema: { type: 'array', prefixItems: [left.schema, right.schema], ...(closed && { items: false }) },
        value: fc.tuple(left.value, right.value),
      })),
      weight: 1,
    },
    {
      arbitrary: fc.tuple(tie('object'), tie('object')).map(([left, right]) => ({
        schema: { allOf: [left.schema, right.schema] },
        value: fc.tuple(left.value, right.value).map(([one, other]) => ({ ...(one as object), ...(other as object) })),
      })),
      weight: 1,
    },
    {
      arbitrary: tie('part').map(({ schema, value }) => ({
        schema: { type: 'object', additionalProperties: schema },
        value: fc.dictionary(fc.constantFrom('k', 'l'), value),
      })),
      weight: 1,
    },
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('part'), { minKeys: 0, maxKeys: 3 }),
      fc.subarray(['a', 'b', 'c']),
      fc.constantFrom(undefined, false, true),
      described,
    )
    .map(([fields, required, additionalProperties, description]) => ({
      schema: withDescription(
        {
          type: 'object',
          properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])),
          required,
          ...(additionalProperties !== undefined && { additionalProperties }),
        },
        description,
      ),
      value: fc.record(
        Object.fromEntries([
          ...required.map((name) => [name, fc.constant('extra')] as const),
          ...Object.entries(fields).map(([name, field]) => [name, field.value] as const),
        ]),
        { requiredKeys: required },
      ),
    })),
}))

const root = fc
  .oneof(
    object,
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), object, object, object)
      .map(([keyword, base, left, right]) => ({
        schema: { ...(base.schema as JsonSchemaObject), [keyword]: [left.schema, right.schema] },
        value: fc
          .tuple(base.value, left.value, right.value)
          .map((values) => Object.assign({}, ...(values as object[])) as unknown),
      })),
    part.map(({ schema, value }) => ({
      schema: { type: 'object', properties: { it: schema }, required: ['it'] },
      value: fc.record({ it: value }),
    })),
  )
  .chain(({ schema, value }) => fc.record({ schema: fc.constant(withShared(schema)), value }))

const withShared = (schema: unknown): JsonSchemaObject => ({
  ...(isJsonObject(schema) ? schema : {}),
  $defs: {
    shared: { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } }, required: ['id'] },
  },
})

/** The forms in which a model may write a value under the lowered schema: null for what is left out, and text for objects without a form. */
function formsOf(lowered: unknown, value: unknown, strict: boolean): readonly unknown[] {
  if (!isJsonObject(lowered)) return [value]
  if (Array.isArray(lowered.anyOf)) {
    const fits = (branch: unknown) =>
      isJsonObject(branch) &&
      [typeName(value), ...(isJsonObject(value) ? ['string'] : [])].some((type) => [branch.type].flat().includes(type))
    const forms = lowered.anyOf.filter(fits).flatMap((branch) => formsOf(branch, value, strict))
    return forms.length === 0 ? [value] : forms
  }
  if (Array.isArray(value)) return combine(value.map((item) => formsOf(lowered.items, item, strict)))
  if (!isJsonObject(value)) return [value]
  if (lowered.type === 'string') return [JSON.stringify(value)]
  const fields = isJsonObject(lowered.properties) ? lowered.properties : {}
  const absent = strict ? Object.keys(fields).filter((name) => !(name in value)) : []
  const names = Object.keys(value)
  return combine(names.map((name) => formsOf(fields[name], value[name], strict))).map((forms) =>
    Object.fromEntries([...forms.map((form, index) => [names[index], form]), ...absent.map((name) => [name, null])]),
  )
}

/** Each way to take one form per place; only the first few. */
function combine(places: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return places.reduce<readonly (readonly unknown[])[]>(
    (all, forms) => all.flatMap((chosen) => forms.map((form) => [...chosen, form])).slice(0, 32),
    [[]],
  )
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** Gemini marks null beside the type. */
function asJsonSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(asJsonSchema)
  if (!isJsonObject(schema)) return schema
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, asJsonSchema(value)]),
  )
  if (nullable !== true) return rest
  return { anyOf: [rest, { type: 'null' }] }
}

const accepts = async (schema: unknown, value: unknown) =>
  (await openSchema(schema))['~standard'].validate(value) as { readonly issues?: readonly unknown[] }

describe.each(schemaFamilies)('a schema lowered for %s', (family) => {
  test('keeps the published rules of the family', () => {
    fc.assert(
      fc.property(root, ({ schema }) => {
        const { schema: lowered, strict } = lowerSchema(schema, family)
        expect(breachesOf(lowered, family === 'openai-strict' && !strict ? 'openai' : family)).toEqual([])
      }),
      { numRuns: 250 },
    )
  })

  test('accepts each valid value in the form that its losses name, or names what cannot be expressed', async () => {
    await fc.assert(
      fc.asyncProperty(root, async ({ schema, value }) => {
        if ((await accepts(schema, value)).issues !== undefined) return
        const { schema: lowered, losses, strict, read } = lowerSchema(schema, family)
        if (losses.some(({ effect }) => effect === 'narrowed')) return
        const judge = await openSchema(asJsonSchema(lowered))
        const valid = formsOf(lowered, value, strict).filter((form) => !('issues' in judge['~standard'].validate(form)))
        expect(valid).not.toEqual([])
        const original = compileToolSchema(await openSchema(schema), 'open')
        const readBack = await Promise.all(valid.map((form) => validateInput(original, read(form))))
        expect(readBack.some(({ ok }) => ok)).toBe(true)
      }),
      { numRuns: 80 },
    )
  })
})
