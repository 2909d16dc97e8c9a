import { displayWidth } from '@drawbridge/room/text'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wrapHanging } from './wrap-hanging.ts'

test('further lines are set in', () => {
  expect(wrapHanging('a person is asked', { columns: 14, indent: 6, lead: 'ask:  ' })).toBe(
    'ask:  a person\n      is asked',
  )
})

test('on a narrow terminal long messages run over the edge: no line is wider than the columns', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'bc', ' ', '日', '-', '\n') })
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 60 }), fc.integer({ min: 0, max: 12 }), (given, columns, indent) => {
      const lines = wrapHanging(given, { columns, indent, lead: ' '.repeat(indent) }).split('\n')
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns)
    }),
  )
})
