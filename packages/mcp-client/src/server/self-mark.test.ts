import { expect, test } from 'vitest'
import { homeMark, isInsideItself, selfMark } from './self-mark.ts'

test('a Drawbridge that one with the same data folder started as a server, directly or through others, knows it', () => {
  const first = homeMark({ home: '/home/a', environment: {} })
  const second = homeMark({ home: '/home/b', environment: { [selfMark]: first } })
  expect(isInsideItself({ home: '/home/a', environment: { [selfMark]: second } })).toBe(true)
  expect(isInsideItself({ home: '/home/c', environment: { [selfMark]: second } })).toBe(false)
  expect(isInsideItself({ home: '/home/a', environment: {} })).toBe(false)
})
