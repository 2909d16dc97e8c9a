import { expect, test } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

test('the ten files that took longest are listed, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    name: `/w/a${index}.test.ts`,
    startTime: 5,
    endTime: 5 + index * 1500,
  }))
  const lines = slowestFiles(files, '/w')
  expect(lines).toHaveLength(10)
  expect(lines[0]).toBe('  16.5 s a11.test.ts')
  expect(lines.at(-1)).toBe('   3.0 s a2.test.ts')
})
