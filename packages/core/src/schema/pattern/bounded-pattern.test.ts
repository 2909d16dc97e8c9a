import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { openSchema } from '../open-schema.ts'
import { boundedPattern } from './bounded-pattern.ts'
import { isRiskyPattern } from './is-risky-pattern.ts'
import { toLinearSyntax } from './to-linear-syntax.ts'

/** Patterns of ECMA-262 over a small alphabet, with every construct that the translation knows. */
const patterns = fc
  .letrec<{ pattern: string }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(
        'a',
        'b',
        '.',
        '\\d',
        '\\D',
        '\\w',
        '\\W',
        '\\s',
        '\\S',
        '[ab]',
        '[^a]',
        '[\\s\\-b]',
        '[[a]',
        '[a-c\\]]',
        '\\.',
        '\\/',
        '\\u0061',
        '\\u{1F600}',
        '\\x62',
        '\\p{Lu}',
        '^',
        '$',
        '\\b',
        '\\n',
        '\\0',
        '[\\b]',
      ),
      fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
      fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
      fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}', '*?'))
        .map(([body, times]) => `(${body})${times}`),
    ),
  }))
  .pattern.filter((source) => source.length < 60)

const texts = fc.string({
  unit: fc.constantFrom(
    'a',
    'b',
    'c',
    'A',
    '1',
    '_',
    ' ',
    '.',
    '/',
    '-',
    ']',
    '[',
    '\n',
    '\u2028',
    '\u00a0',
    '😀',
    '\0',
    '\b',
  ),
  maxLength: 12,
})

describe('a bounded pattern', () => {
  it('decides as the backtracking engine does', () => {
    let translated = 0
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 8, maxLength: 8 }), (source, samples) => {
        const linear = toLinearSyntax(source)
        if (linear === undefined) return
        translated++
        const compiled = RE2JS.compile(linear)
        const native = new RegExp(source, 'u')
        for (const text of samples)
          expect([source, text, compiled.matcher(text).find()]).toEqual([source, text, native.test(text)])
      }),
      { numRuns: 2_000 },
    )
    expect(translated).toBeGreaterThan(1_000)
  })

  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|ab)*$',
    '(aa?)+$',
    '^(.*a){12}$',
    '(x+x+)+y',
    'a*a*a*b',
    '^(\\w+\\s?)*$',
    '(a*)*',
    '(?:a|b*)+',
    '(?=(a+)+$)x',
    '(a)\\1+',
  ])('counts %s as risky', (source) => {
    expect(isRiskyPattern(source)).toBe(true)
  })

  it.each([
    '^[a-z]+$',
    '^[a-z]+(?:-[a-z]+)*$',
    '^(?:[^"\\\\]|\\\\.)*$',
    '^\\d{4}-\\d{2}-\\d{2}$',
    '^(?=.*[a-z])(?=.*\\d).+$',
    '^(?:a|b)*$',
    '^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_.-]*)[A-Za-z0-9]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$',
  ])('leaves the ordinary %s to the faster engine', (source) => {
    expect(isRiskyPattern(source)).toBe(false)
  })

  it('refuses what could explode and cannot run in linear time', () => {
    expect(boundedPattern(/^(?!x)(a+)+$/u, RE2JS, { steps: 1 })).toBeUndefined()
  })
})

function choices(depth: number): object {
  return depth === 0 ? { type: 'string' } : { anyOf: [choices(depth - 1), choices(depth - 1)] }
}

function patterned(count: number): object[] {
  return Array.from({ length: count }, (_, index) => ({ pattern: `^(a+)+b{${index}}` }))
}

describe('patterns in foreign schemas', () => {
  it('cost no exponential time, whoever wrote the pattern', async () => {
    const schema = await openSchema({
      properties: { a: { pattern: '^(a+)+$' } },
      patternProperties: { '^(b|b)*$': {} },
      additionalProperties: false,
    })
    const accepts = (value: unknown) => !('issues' in schema['~standard'].validate(value))
    expect(accepts({ a: 'a'.repeat(5_000) })).toBe(true)
    expect(accepts({ a: `${'a'.repeat(5_000)}!` })).toBe(false)
    expect(accepts({ [`${'b'.repeat(5_000)}!`]: 1 })).toBe(false)
  })

  it.each([
    ['choices in choices', { items: choices(12) }, Array.from({ length: 200 }, () => 1)],
    ['a pattern that only backtracking runs', { pattern: '(?=a)a*a*b' }, 'a'.repeat(2_000)],
    ['many texts for one', { items: { pattern: '(?=a)a*a*b' } }, Array.from({ length: 2_000 }, () => 'a'.repeat(300))],
    ['many patterns for a long text', { allOf: patterned(400) }, 'a'.repeat(100_000)],
  ])('cost no more than their budget: %s', async (_what, part, value) => {
    const schema = await openSchema({ properties: { a: part } })
    expect(schema['~standard'].validate({ a: value })).toEqual({
      issues: [{ message: expect.stringContaining('within the limits') }],
    })
  })

  it('have a budget for each value', async () => {
    const schema = await openSchema({ properties: { a: { pattern: '^(?=a*)a*$' } } })
    for (let round = 0; round < 3; round++) {
      expect(schema['~standard'].validate({ a: 'a'.repeat(6_000) })).toEqual({ value: expect.anything() })
    }
  })

  it('are refused by place where linear time is impossible', async () => {
    const schema = { properties: { a: { pattern: '^(?!x)(a+)+$' } } }
    await expect(openSchema(schema)).rejects.toMatchObject({ code: 'invalid_schema', path: '#/properties/a/pattern' })
  })
})
