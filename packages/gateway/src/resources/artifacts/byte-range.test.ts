import { expect, test } from 'vitest'
import { readRange } from './byte-range.ts'

test.each([
  [null, undefined],
  ['bytes=0-9', { from: 0, to: 9 }],
  ['bytes=90-', { from: 90, to: 99 }],
  ['bytes=-10', { from: 90, to: 99 }],
  ['bytes=-1000', { from: 0, to: 99 }],
  ['bytes=50-5000', { from: 50, to: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-3', undefined],
  ['bytes=0-1,5-6', undefined],
  ['items=0-1', undefined],
  ['bytes=-', undefined],
  ['bytes=-5-9', undefined],
  [`bytes=0-${'9'.repeat(40)}`, undefined],
])('of 100 bytes the range %j is %j', (header, expected) => {
  expect(readRange(header, 100)).toEqual(expected)
})

test('nothing has no bytes to ask for', () => {
  expect(readRange('bytes=0-0', 0)).toBe('outside')
  expect(readRange('bytes=-1', 0)).toBe('outside')
  expect(readRange(null, 0)).toBeUndefined()
})
