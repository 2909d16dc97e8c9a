import { expect, test } from 'vitest'
import { describeRestored } from './describe-restored.ts'

test('a person is told of each file, and that commands are not undone', () => {
  expect(describeRestored(undefined)).toBe('Files stay as they are.')
  expect(describeRestored([])).toContain('what commands changed stays')
  expect(
    describeRestored([
      { path: 'a.txt', state: 'restored' },
      { path: 'b.txt', state: 'changed_since' },
      { path: 'c.txt', state: 'refused', message: 'denied' },
    ]),
  ).toBe(
    'What commands changed stays. Files:\n  a.txt is as it was before\n  b.txt stays: it was changed since\n  c.txt stays: the call that restores it did not succeed: denied',
  )
})
