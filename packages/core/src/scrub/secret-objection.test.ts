import { describe, expect, test } from 'vitest'
import { secretObjection } from './secret-objection.ts'

describe('a value', () => {
  test.each(['', '12345', ' '.repeat(12), ' 1234\t\n '])(
    'too short to be told from ordinary text is not a secret: %j',
    (value) => {
      expect(secretObjection(value)).toContain('fewer than 6 characters')
    },
  )

  test('with a NUL character is refused, and is not repeated', () => {
    const objection = secretObjection(`velvet${'\0'}anchor`)
    expect(objection).toContain('NUL')
    expect(objection).not.toContain('velvet')
  })

  test.each(['123456', 'a b c d', 'first line\nsecond line'])('that can be found again is one: %j', (value) => {
    expect(secretObjection(value)).toBeUndefined()
  })
})
