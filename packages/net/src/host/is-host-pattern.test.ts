import { expect, test } from 'vitest'
import { isHostPattern } from './is-host-pattern.ts'

test.each(['example.com', '*.example.com', '10.0.0.7', '[fd00::7]'])('a host list takes %s', (entry) => {
  expect(isHostPattern(entry)).toBe(true)
})

test.each(['*', '', 'https://example.com', 'example.com/path', '*.10.0.0.7', 'a.*.com'])(
  'what could never match is not an entry of a host list: %j',
  (entry) => {
    expect(isHostPattern(entry)).toBe(false)
  },
)
