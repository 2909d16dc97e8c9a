import { describe, expect, it } from 'vitest'
import { matchesGlob } from './matches-glob.ts'

describe('matchesGlob', () => {
  it.each([
    ['shut*n', 'shutdown', true],
    ['r?', 'rm', true],
    ['[rk]m', 'rm', true],
    ['*', '', true],
    ['a*b*c', 'aXbYc', true],
    ['r', 'rm', false],
    ['*x', 'rm', false],
  ])('%s matches %s: %s', (glob, name, expected) => {
    expect(matchesGlob(glob, name)).toBe(expected)
  })
})
