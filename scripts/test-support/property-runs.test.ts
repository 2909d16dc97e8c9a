import { afterEach, expect, test, vi } from 'vitest'
import { propertyRuns } from './property-runs.ts'

afterEach(() => vi.unstubAllEnvs())

test('a test runs as often as usual, and so many times as often if it is told to', () => {
  vi.stubEnv('DRAWBRIDGE_PROPERTY_RUNS', undefined)
  expect(propertyRuns(25)).toBe(25)
  vi.stubEnv('DRAWBRIDGE_PROPERTY_RUNS', '10')
  expect(propertyRuns(25)).toBe(250)
})

test('a factor that is not a number is refused by name', () => {
  vi.stubEnv('DRAWBRIDGE_PROPERTY_RUNS', 'many')
  expect(() => propertyRuns(25)).toThrow('DRAWBRIDGE_PROPERTY_RUNS')
})
