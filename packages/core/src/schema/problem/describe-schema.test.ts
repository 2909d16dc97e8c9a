import { describe, expect, it } from 'vitest'
import { formatPath } from './describe-problems.ts'
import { describeReceived } from './describe-received.ts'
import { describeSchema } from './describe-schema.ts'

describe('words for schemas', () => {
  it.each<[unknown, string]>([
    [{ type: 'integer', minimum: 1, maximum: 10 }, 'an integer from 1 to 10'],
    [{ type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 }, 'an integer'],
    [{ type: 'number', exclusiveMinimum: 0, multipleOf: 2 }, 'a number above 0 that is a multiple of 2'],
    [{ type: 'string', minLength: 1, pattern: '^a' }, 'a string of at least 1 character matching ^a'],
    [
      { type: 'string', maxLength: 3, format: 'date', pattern: 'x' },
      'a string of at most 3 characters in the format date',
    ],
    [
      { type: 'array', minItems: 2, maxItems: 2, items: { type: 'boolean' } },
      'an array of 2 items, each true or false',
    ],
    [{ type: 'object', properties: { a: {}, b: {} }, required: ['a'] }, 'an object with "a", optionally "b"'],
    [{ enum: ['a', 1, null] }, 'one of "a", 1, null'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'a string, or null'],
    [{ minimum: 3 }, 'a number of at least 3'],
    [true, 'any value'],
    [false, 'nothing here'],
  ])('says of %j: %s', (schema, words) => {
    expect(describeSchema(schema)).toBe(words)
  })
})

describe('words for values', () => {
  it.each<[unknown, string]>([
    [undefined, 'nothing'],
    [null, 'null'],
    [[], 'an empty array'],
    [[1], 'an array of 1 item'],
    [{}, 'an empty object'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, 'an object with "a", "b", "c", "d", "e", "f" and 1 more'],
    ['x'.repeat(81), `"${'x'.repeat(80)}"… (81 characters)`],
  ])('says of %j: %s', (value, words) => {
    expect(describeReceived(value)).toBe(words)
  })

  it('cuts no character in two', () => {
    expect(describeReceived(`${'x'.repeat(79)}😀${'x'.repeat(9)}`)).toBe(`"${'x'.repeat(79)}"… (90 characters)`)
  })
})

describe('formatPath', () => {
  it('writes a path as a person would', () => {
    expect(formatPath(['edits', 0, 'new-text', 'a key'])).toBe('edits[0].new-text["a key"]')
  })
})
