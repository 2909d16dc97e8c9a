import { dialectNames, loadDialect } from '@drawbridge/core/dialect'
import { loadTools, type RegisteredTool } from '@drawbridge/core/registry'
import { strictSchema } from '@drawbridge/core/schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { builtInRegistry } from '../config/check-policy-file.ts'

interface Shape {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly default?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
}

const someText = fc.oneof(
  fc.constantFrom('a', 'src/a.ts', '', '.', '(?i)', '(?i)x', '*** End Patch', '@@', '+', ' -', 'a\nb\n', '\n', '€ 𐐷'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
)

/** Values that a tool's own schema mostly accepts; a field with a default often has it. */
function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  const { type, enum: words, minLength = 0, maxLength = 1e6, minimum = 0, maximum = 1e6, pattern } = shape
  if (words !== undefined) return fc.constantFrom(...words)
  switch (type) {
    case 'string': {
      const texts = pattern === undefined ? someText : fc.constantFrom('day', 'DE', 'ts', '2026-01-01to2026-01-31')
      return texts.filter((text) => text.length >= minLength && text.length <= maxLength)
    }
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -1e6), max: Math.min(maximum, 1e6) })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valuesOf(shape.items ?? {}), { minLength: shape.minItems ?? 0, maxLength: 3 })
    default: {
      const fields = Object.entries(shape.properties ?? {}).map(([name, field]) => {
        const values = valuesOf(field)
        return [
          name,
          field.default === undefined ? values : fc.oneof({ arbitrary: fc.constant(field.default), weight: 6 }, values),
        ] as const
      })
      return fc.record(Object.fromEntries(fields), { requiredKeys: [...(shape.required ?? [])] })
    }
  }
}

function validated(
  { schema, definition }: RegisteredTool,
  input: unknown,
): Readonly<Record<string, unknown>> | undefined {
  const result = schema.schema['~standard'].validate(input)
  if (result instanceof Promise || result.issues !== undefined) return undefined
  if (definition.check?.(result.value) !== undefined) return undefined
  return result.value as Readonly<Record<string, unknown>>
}

const tools = await loadTools((await builtInRegistry()).list())

const dialects = (await Promise.all(dialectNames.map(loadDialect))).filter(({ speech }) => speech !== undefined)

describe.each(dialects)('$name', (dialect) => {
  const spoken = tools.flatMap((tool) => {
    const shown = dialect.expose(tool.name)
    const speech = shown === undefined ? undefined : dialect.speech?.(shown)
    return speech === undefined ? [] : [{ tool, speech, name: tool.name }]
  })

  test.each(spoken)('says what $name takes so that it reads it back', async ({ tool, speech }) => {
    const shown = await strictSchema(speech.show(tool.schema.frozenSchema))
    let said = 0
    fc.assert(
      fc.property(valuesOf(tool.schema.frozenSchema as Shape), (value) => {
        const input = validated(tool, value)
        const words = input && speech.say(input)
        if (words === undefined) return
        said += 1
        expect(shown['~standard'].validate(words)).not.toHaveProperty('issues')
        const reading = speech.read(words)
        expect(reading).toMatchObject({ ok: true, repairs: [] })
        expect(reading.ok && validated(tool, reading.arguments)).toEqual(input)
      }),
      // A dialect with one replacement can say few of the random edits.
      { numRuns: propertyRuns(1_000) },
    )
    expect(said).toBeGreaterThan(0)
  })
})
