import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { compileRepairs, compileToolSchema, openSchema, strictSchema, validateInput } from './index.ts'

type Schema = Record<string, unknown>

const keys = fc.constantFrom('a', 'b', 'file_path', 'filePath', 'input', 'arguments', 'constructor', '__proto__')
const scalars = fc.oneof(
  fc.constantFrom('3', 'true', '[1]', '{"a":1}', '', 'x', 'null'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
)
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalars,
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 3 }),
  ),
})).value

/** Schemas with everything that repairs look at, unions and references included. */
const openSchemas = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Schema>(
      {},
      { type: 'string' },
      { type: 'integer' },
      { type: 'number' },
      { type: 'boolean' },
      { type: ['integer', 'null'] },
      { enum: ['3', 3, null] },
      { const: true },
      { $ref: '#' },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }) as fc.Arbitrary<Schema>,
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<Schema>,
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<Schema>,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(keys, tie('schema'), { maxKeys: 3 }),
        required: fc.uniqueArray(keys, { maxLength: 1 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      },
      { requiredKeys: ['type', 'properties'] },
    ) as fc.Arbitrary<Schema>,
  ),
})).schema

/** A schema of the strict profile together with a value that it accepts. */
const pairs = fc.letrec<{ pair: [Schema, unknown] }>((tie) => ({
  pair: fc.oneof(
    { maxDepth: 3 },
    fc.integer({ min: -1e9, max: 1e9 }).map((value): [Schema, unknown] => [{ type: 'integer' }, value]),
    fc.integer({ min: -9999, max: 9999 }).map((value): [Schema, unknown] => [{ type: 'number' }, value / 8]),
    fc.boolean().map((value): [Schema, unknown] => [{ type: 'boolean' }, value]),
    fc.constantFrom('x', 'a b', '3', 'true').map((value): [Schema, unknown] => [{ type: 'string' }, value]),
    tie('pair').map(([items, value]): [Schema, unknown] => [{ type: 'array', items }, [value]]),
    fc
      .dictionary(fc.constantFrom('alpha', 'beta', 'gamma_ray'), tie('pair'), { minKeys: 1 })
      .map((members) => objectPair(members)),
  ),
})).pair

function objectPair(members: Record<string, [Schema, unknown]>): [Schema, unknown] {
  const part = (index: 0 | 1) => Object.fromEntries(Object.entries(members).map(([key, pair]) => [key, pair[index]]))
  const properties = { ...part(0), optional: { type: 'integer' } }
  return [{ type: 'object', properties, required: Object.keys(members), additionalProperties: false }, part(1)]
}

/** Writes a valid value as models write it: scalars and containers in quotes, lone items, null for absent, other keys. */
function damage(schema: Schema, value: unknown, choose: () => number): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return choose() % 2 === 0 ? String(value) : value
  if (Array.isArray(value)) {
    const items = value.map((item) => damage(schema.items as Schema, item, choose))
    const [only] = items
    if (choose() % 3 === 0) return JSON.stringify(items)
    return choose() % 3 === 1 && typeof only !== 'string' && !Array.isArray(value[0]) ? only : items
  }
  if (typeof value !== 'object' || value === null) return value
  const properties = schema.properties as Record<string, Schema>
  const members = Object.entries(value).map(([key, member]): [string, unknown] => [
    key === 'gamma_ray' && choose() % 2 === 0 ? 'gammaRay' : key,
    damage(properties[key] ?? {}, member, choose),
  ])
  if (choose() % 2 === 0) members.push(['optional', null])
  const object = Object.fromEntries(members)
  return choose() % 4 === 0 ? JSON.stringify(object) : object
}

describe('repairs', () => {
  it('never change an input that the schema accepts', async () => {
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(openSchemas, fc.array(values, { minLength: 5, maxLength: 10 }), async (schema, inputs) => {
        const judge = await openSchema(schema).catch(() => undefined)
        const repair = compileRepairs(schema)
        for (const input of inputs) {
          if (judge === undefined || (await judge['~standard'].validate(input)).issues !== undefined) continue
          accepted++
          expect(repair(input)).toEqual({ input, repairs: [] })
          expect(repair(input).input).toBe(input)
        }
      }),
      { numRuns: 300 },
    )
    expect(accepted).toBeGreaterThan(200)
  })

  it('give back the valid input that lossless damage was done to, and it validates', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('alpha', 'beta'), pairs, { minKeys: 1 }).map(objectPair),
        fc.infiniteStream(fc.nat(11)),
        async ([schema, value], stream) => {
          const damaged = damage(schema, value, () => stream.next().value ?? 0)
          const compiled = compileToolSchema(await strictSchema(schema), 'strict')
          expect(await validateInput(compiled, damaged)).toMatchObject({ ok: true, value })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('leave nothing to repair in what they repaired', () => {
    fc.assert(
      fc.property(openSchemas, values, (schema, input) => {
        const repair = compileRepairs(schema)
        const once = repair(input).input
        expect(repair(once).repairs).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})

describe('validateInput', () => {
  it('never throws, whatever arrives', async () => {
    const recursive = { type: 'object', properties: { child: { $ref: '#' }, rest: {} }, unevaluatedProperties: false }
    const compiled = [
      compileToolSchema(z.strictObject({ a: z.array(z.string()).optional(), n: z.int().optional() }), 'strict'),
      compileToolSchema(z.object({ a: z.record(z.string(), z.int()).optional() }), 'strict'),
      compileToolSchema(await openSchema(recursive), 'open'),
      compileToolSchema(
        await openSchema({ properties: { a: { oneOf: [{ type: 'string' }, { minProperties: 1 }] } } }),
        'open',
      ),
    ]
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(values, anything), async (input) => {
        for (const schema of compiled) {
          const result = await validateInput(schema, input)
          if (!result.ok) expect(result.problems.length).toBeGreaterThan(0)
        }
      }),
    )
  })

  it('answers for a value nested ten thousand levels deep', async () => {
    let deep: Record<string, unknown> = {}
    for (let level = 0; level < 10_000; level++) deep = { child: deep }
    const compiled = compileToolSchema(
      await openSchema({ type: 'object', properties: { child: { $ref: '#' } } }),
      'open',
    )
    expect(await validateInput(compiled, deep)).toMatchObject({ ok: false })
  })
})
