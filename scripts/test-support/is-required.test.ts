import { afterEach, expect, test, vi } from 'vitest'
import { isRequired } from './is-required.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  ['bubblewrap,docker', 'bwrap', true],
  ['docker, bwrap', 'bwrap', true],
  ['bubblewrap,docker', 'docker', true],
  ['bubblewrap', 'docker', false],
  ['', 'bwrap', false],
] as const)('with DRAWBRIDGE_REQUIRE=%s, whether %s is required: %s', (list, name, expected) => {
  vi.stubEnv('DRAWBRIDGE_REQUIRE', list)
  expect(isRequired(name)).toBe(expected)
})
