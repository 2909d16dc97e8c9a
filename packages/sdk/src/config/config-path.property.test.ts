import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatKeyPath, parseKeyPath } from './config-path.ts'

const key = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom('a.b', '"', '\\', '.', 'mode', '"x".'),
)

test('a path that is written is read back as it was, whatever its keys hold', () => {
  fc.assert(
    fc.property(fc.array(key, { minLength: 1 }), (path) => {
      expect(parseKeyPath(formatKeyPath(path))).toEqual(path)
    }),
  )
})

test.each(['', '.', 'a.', '.a', 'a..b', 'a."b', '"a"b', '""', 'a.""'])('the text %j is refused by name', (text) => {
  expect(() => parseKeyPath(text)).toThrow(JSON.stringify(text))
})

test('a plain path needs no quotes', () => {
  expect(formatKeyPath(['permissions', 'rules'])).toBe('permissions.rules')
  expect(parseKeyPath('tools.byProvider."openai/gpt-5".allow')).toEqual([
    'tools',
    'byProvider',
    'openai/gpt-5',
    'allow',
  ])
})
