import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toJson } from './to-json.ts'

describe('a value that JSON does not know is shown by what it holds', () => {
  test.each<[string, unknown, unknown]>([
    ['a map', new Map([['a', 1]]), { a: 1 }],
    ['a map with other keys', new Map([[1, 'a']]), [[1, 'a']]],
    ['a set', new Set([1, 2]), [1, 2]],
    ['a date', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['a date that is none', new Date(Number.NaN), 'Invalid Date'],
    ['a big integer', 12345678901234567890n, '12345678901234567890'],
    ['binary data', Buffer.from([1, 2, 3]), '[3 bytes of binary data, in base64: AQID]'],
    ['much binary data', new Uint8Array(2_000), '[2000 bytes of binary data]'],
    ['an error', new TypeError('bad'), { name: 'TypeError', message: 'bad' }],
    ['a URL', new URL('https://example.org/a'), 'https://example.org/a'],
    ['no number', Number.NaN, 'NaN'],
    ['a promise', Promise.resolve(1), '[a promise that the tool did not await]'],
  ])('%s', (_, value, expected) => {
    expect(toJson(value)).toEqual(expected)
    expect(toJson({ deep: [value] })).toEqual({ deep: [expected] })
  })

  test('an error with its code and cause', () => {
    const error = Object.assign(new Error('no file', { cause: new Error('disk') }), { code: 'ENOENT' })
    expect(toJson(error)).toEqual({
      name: 'Error',
      message: 'no file',
      code: 'ENOENT',
      cause: { name: 'Error', message: 'disk' },
    })
  })

  test('a circular reference by the place that it leads back to', () => {
    const node: Record<string, unknown> = { name: 'root', children: [] }
    ;(node.children as unknown[]).push({ parent: node })
    expect(toJson(node)).toEqual({ name: 'root', children: [{ parent: '[circular reference to $]' }] })
    const list: unknown[] = []
    list.push(list)
    expect(toJson({ list })).toEqual({ list: ['[circular reference to $.list]'] })
  })

  test('the same object at two places is shown at both', () => {
    const shared = { a: 1n }
    expect(toJson([shared, shared])).toEqual([{ a: '1' }, { a: '1' }])
  })

  test('a getter that throws', () => {
    const value = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('not yet')
      },
    })
    expect(toJson(value)).toEqual({ a: '[unreadable: not yet]' })
  })
})

test('JSON passes as the same object', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => void expect(toJson(value)).toBe(value)))
})

test('anything becomes something that JSON can say', () => {
  const anything = fc.anything({ withMap: true, withSet: true, withBigInt: true, withDate: true, withTypedArray: true })
  fc.assert(fc.property(anything, (value) => void expect(() => JSON.stringify(toJson(value))).not.toThrow()))
})
