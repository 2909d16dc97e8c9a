import { expect, test } from 'vitest'
import { nextPageSize } from './page-size.ts'

test('many small rows are read at a time, few large ones, and never none', () => {
  expect(nextPageSize(['{}', '{}'])).toBe(200)
  expect(nextPageSize([''])).toBe(200)
  expect(nextPageSize(['x'.repeat(1_048_576), 'x'.repeat(1_048_576)])).toBe(4)
  expect(nextPageSize(['x'.repeat(20_000_000)])).toBe(1)
})
