import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertySeed } from './property-seed.ts'

test('property tests try the same cases on every machine, unless a search asks for others', () => {
  expect(propertySeed()).toBe(1)
  expect(propertySeed('42')).toBe(42)
  expect(propertySeed('random')).toBeUndefined()
})

test('a seed that is not a whole number is an error that names it', () => {
  for (const given of ['', ' ', '1.5', 'later']) expect(() => propertySeed(given)).toThrow(`not "${given}"`)
})

test('the seed reaches the properties of every file', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(propertySeed(process.env.DRAWBRIDGE_PROPERTY_SEED))
})
