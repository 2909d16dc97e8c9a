import { expect, test } from 'vitest'
import { errorMessage } from './error-message.ts'

test.each([
  ['an error', new TypeError('boom'), 'boom'],
  ['a text', 'boom', 'boom'],
  ['nothing', undefined, 'undefined'],
])('%s is told as text', (_what, thrown, text) => {
  expect(errorMessage(thrown)).toBe(text)
})
