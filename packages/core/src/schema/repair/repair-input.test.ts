import { describe, expect, it } from 'vitest'
import { repairInput } from './compile-repairs.ts'

const object = (properties: Record<string, unknown>, required: string[] = [], more: Record<string, unknown> = {}) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  ...more,
})
const text = { type: 'string' }
const texts = { type: 'array', items: text }

describe('repairInput', () => {
  it.each<[string, Record<string, unknown>, unknown, unknown, unknown[]]>([
    [
      'an object in a string',
      object({ o: object({ a: text }) }),
      { o: '{"a":"x"}' },
      { o: { a: 'x' } },
      [['parse-json-string', 'o']],
    ],
    ['a list in a string', object({ l: texts }), { l: '["x"]' }, { l: ['x'] }, [['parse-json-string', 'l']]],
    [
      'a list that was encoded twice',
      object({ l: texts }),
      { l: '"[\\"x\\"]"' },
      { l: ['x'] },
      [['parse-json-string', 'l']],
    ],
    ['the whole input in a string', object({ a: text }), '{"a":"x"}', { a: 'x' }, [['parse-json-string', '']]],
    [
      'an integer in a string',
      object({ n: { type: 'integer' } }),
      { n: '3' },
      { n: 3 },
      [['parse-number-string', 'n']],
    ],
    [
      'a number in a string',
      object({ n: { type: 'number' } }),
      { n: ' -2.50 ' },
      { n: -2.5 },
      [['parse-number-string', 'n']],
    ],
    [
      'a whole number with a fraction of zero',
      object({ n: { type: 'integer' } }),
      { n: '3.0' },
      { n: 3 },
      [['parse-number-string', 'n']],
    ],
    [
      'a truth value in a string',
      object({ b: { type: 'boolean' } }),
      { b: 'False' },
      { b: false },
      [['parse-boolean-string', 'b']],
    ],
    ['a single value for a list', object({ l: texts }), { l: 'x' }, { l: ['x'] }, [['wrap-in-array', 'l']]],
    [
      'a single number in a string for a list',
      object({ l: { type: 'array', items: { type: 'integer' } } }),
      { l: '3' },
      { l: [3] },
      [
        ['wrap-in-array', 'l'],
        ['parse-number-string', 'l[0]'],
      ],
    ],
    [
      'null for an optional field',
      object({ a: text, b: text }, ['a']),
      { a: 'x', b: null },
      { a: 'x' },
      [['drop-null', 'b']],
    ],
    [
      'arguments in a wrapper',
      object({ a: text }, ['a']),
      { arguments: { a: 'x' } },
      { a: 'x' },
      [['unwrap-arguments', '']],
    ],
    [
      'arguments in a wrapper as a string',
      object({ a: text }, ['a']),
      { input: '{"a":"x"}' },
      { a: 'x' },
      [['unwrap-arguments', '']],
    ],
    [
      'a key in another spelling',
      object({ file_path: text }),
      { filePath: 'x' },
      { file_path: 'x' },
      [['match-key-spelling', 'file_path']],
    ],
    [
      'a required key in another spelling in an open schema',
      object({ file_path: text }, ['file_path'], { additionalProperties: true }),
      { FilePath: 'x' },
      { file_path: 'x' },
      [['match-key-spelling', 'file_path']],
    ],
    [
      'a value under a key in another spelling',
      object({ max_lines: { type: 'integer' } }),
      { maxLines: '3' },
      { max_lines: 3 },
      [
        ['parse-number-string', 'max_lines'],
        ['match-key-spelling', 'max_lines'],
      ],
    ],
    [
      'null for an optional field under a key in another spelling',
      object({ a: text, file_path: text }, ['a']),
      { a: 'x', filePath: null },
      { a: 'x' },
      [
        ['drop-null', 'file_path'],
        ['match-key-spelling', 'file_path'],
      ],
    ],
    [
      'what stands deep inside lists',
      object({ edits: { type: 'array', items: object({ n: { type: 'integer' } }) } }),
      { edits: '[{"n":"1"}]' },
      { edits: [{ n: 1 }] },
      [
        ['parse-json-string', 'edits'],
        ['parse-number-string', 'edits[0].n'],
      ],
    ],
    [
      'values of a map',
      object({ m: { type: 'object', additionalProperties: { type: 'integer' } } }),
      { m: { x: '1' } },
      { m: { x: 1 } },
      [['parse-number-string', 'm.x']],
    ],
    [
      'a nullable number in a string',
      object({ n: { type: ['integer', 'null'] } }),
      { n: '3' },
      { n: 3 },
      [['parse-number-string', 'n']],
    ],
    [
      'values behind a reference',
      object({ n: { $ref: '#/$defs/n' } }, [], { $defs: { n: { type: 'integer' } } }),
      { n: '3' },
      { n: 3 },
      [['parse-number-string', 'n']],
    ],
    [
      'values of a recursive schema',
      object({ n: { type: 'integer' }, child: { $ref: '#' } }),
      { child: { child: { n: '3' } } },
      { child: { child: { n: 3 } } },
      [['parse-number-string', 'child.child.n']],
    ],
    [
      'a number in a string for a union without strings',
      object({ n: { anyOf: [{ type: 'number' }, { type: 'boolean' }] } }),
      { n: '3' },
      { n: 3 },
      [['parse-number-string', 'n']],
    ],
  ])('mends %s', (_, schema, input, expected, trace) => {
    const { input: repaired, repairs } = repairInput(schema, input)
    expect(repaired).toEqual(expected)
    expect(repairs.map(({ repair, path }) => [repair, path])).toEqual(trace)
  })

  it.each<[string, Record<string, unknown>, unknown]>([
    ['a string where strings are allowed', object({ n: { type: ['integer', 'string'] } }), { n: '3' }],
    ['a string where some alternative is a string', object({ n: { anyOf: [{ type: 'integer' }, text] } }), { n: '3' }],
    ['a number beyond what a double holds', object({ n: { type: 'number' } }), { n: '12345678901234567890' }],
    ['a fraction for an integer', object({ n: { type: 'integer' } }), { n: '3.5' }],
    ['other notations of numbers', object({ n: { type: 'number' } }), { n: '0x10' }],
    ['words for truth values', object({ b: { type: 'boolean' } }), { b: 'yes' }],
    ['numbers for truth values', object({ b: { type: 'boolean' } }), { b: 1 }],
    ['null for a required field', object({ a: text }, ['a']), { a: null }],
    ['null where it is a value', object({ a: { type: ['string', 'null'] } }), { a: null }],
    ['null for a list', object({ l: texts }, ['l']), { l: null }],
    ['a broken list in a string', object({ l: texts }), { l: "['x', 'y']" }],
    ['a wrapper that is a field of the schema', object({ input: text, a: text }, ['a']), { input: { a: 'x' } }],
    [
      'a wrapper that an open schema may take as it is',
      { type: 'object', properties: { a: text } },
      { input: { a: 'x' } },
    ],
    ['a wrapper beside other fields', object({ a: text }, ['a']), { arguments: { a: 'x' }, b: 1 }],
    ['a key that could mean two fields', object({ a_b: text, aB: text }), { ab: 'x' }],
    ['two keys that could mean one field', object({ a_b: text }), { aB: 'x', 'a-b': 'y' }],
    ['a key in another spelling beside the right one', object({ a_b: text }), { a_b: 'x', aB: 'y' }],
    [
      'an optional key in another spelling in an open schema',
      object({ a_b: text }, [], { additionalProperties: true }),
      { aB: 'x' },
    ],
    ['a part with an identifier of its own', object({ n: { $id: 'https://x.test/n', type: 'integer' } }), { n: '3' }],
    [
      'values of conditions and alternatives',
      { type: 'object', anyOf: [object({ n: { type: 'integer' } })] },
      { n: '3' },
    ],
  ])('leaves alone %s', (_, schema, input) => {
    const result = repairInput(schema, input)
    expect(result.input).toBe(input)
    expect(result.repairs).toEqual([])
  })

  it('leaves a bounded trace of what was sent and what it was taken for', () => {
    const { repairs } = repairInput(object({ n: { type: 'integer' }, l: texts }), { n: '3', l: 'x'.repeat(9_999) })
    expect(repairs[0]).toEqual({ repair: 'parse-number-string', path: 'n', from: '"3"', to: '3' })
    expect(JSON.stringify(repairs[1]).length).toBeLessThan(250)
  })

  it('never changes the input it was given', () => {
    const input = Object.freeze({ a: null, n: '3', l: Object.freeze(['1']) })
    const schema = object({ a: text, n: { type: 'integer' }, l: { type: 'array', items: { type: 'integer' } } })
    expect(repairInput(schema, input).input).toEqual({ n: 3, l: [1] })
    expect(input).toEqual({ a: null, n: '3', l: ['1'] })
  })

  it('lets no string smuggle in more than the limits of a call, nor a key that reaches a prototype', () => {
    const free = object({ o: { type: 'object' } })
    const deep = `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`
    expect(repairInput(free, { o: deep }).input).toEqual({ o: deep })
    expect(repairInput(free, { o: '{"__proto__":{"x":1},"y":2}' }).input).toEqual({ o: { y: 2 } })
  })
})
