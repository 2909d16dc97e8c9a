import { describe, expect, test } from 'vitest'
import { judgeAssignment, profileValue } from './judge-assignment.ts'
import type { Assignment } from './read-assignment.ts'
import type { GenericTrust } from './scrub-rule.ts'

function isSecret(name: string, value: string, trust: GenericTrust, parts: Partial<Assignment>): boolean {
  const assignment = {
    operator: 'assign',
    start: 0,
    end: value.length,
    quoted: false,
    spaced: false,
    ...parts,
  } as const
  return judgeAssignment({ assignment, value, profile: profileValue(value, 0, value.length), trust, name: () => name })
}

describe('an unquoted value', () => {
  const phrase = ['correct', 'horse', 'battery'].join('')
  const passphrase = ['hunter', 'wheel'].join('@')

  test.each([
    ['password', passphrase, 'password'],
    ['MY_SECRET', phrase, 'environment'],
  ] as const)(
    'of %s is a secret right behind the sign, as in a shell, and code behind a space',
    (name, value, trust) => {
      expect(isSecret(name, value, trust, { spaced: false })).toBe(true)
      expect(isSecret(name, value, trust, { spaced: true })).toBe(false)
    },
  )

  test('of a password is a secret behind a space too if it has a digit among letters', () => {
    expect(isSecret('password', `${passphrase}7`, 'password', { spaced: true })).toBe(true)
  })
})
