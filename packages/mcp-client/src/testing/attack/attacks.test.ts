import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allAttacks, allEdgeCases } from './read-attack.ts'

const root = join(import.meta.dirname, '../../../../..')

test('there are thirty attacks, each with a payload', () => {
  expect(allAttacks().map(({ number }) => number)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  for (const { payloads } of allAttacks()) expect(Object.keys(payloads).length).toBeGreaterThan(0)
})

test.each(allAttacks())('attack $number, $name, is tried by the tests that it names', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const [file, title] of tests) {
    expect(title.length).toBeGreaterThan(10)
    expect(readFileSync(join(root, file), 'utf8')).toContain(title)
  }
})

test.each(allEdgeCases())('the edge case "$edge" is tried by the tests that it names', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const [file, title] of tests) expect(readFileSync(join(root, file), 'utf8')).toContain(title)
})
