import { expect, test } from 'vitest'
import { commandText } from './command-text.ts'

const command = { words: ['/bin/a', 'b c'], folder: "/it's", environment: { X: '$(y)' }, name: 'a', cwd: '/' }

test('the waiting shell is told to become the very program, with nothing that it would interpret', () => {
  const text = commandText(command, false)
  expect(text).toContain("exec /usr/bin/env -i -- 'X=$(y)' /bin/a 'b c' 0<>/dev/null 5<&-\n")
  expect(text).toContain("cd -P -- '/it'\\''s' ")
  expect(commandText(command, true)).toContain(' 0<&5 5<&-\n')
})

test.each([
  ['a program whose path would be taken for a variable', { words: ['/a=b/c'] }],
  ['a program without a place', { words: ['a'] }],
  ['a variable without a name', { environment: { '': 'x' } }],
  ['a name with a value in it', { environment: { 'a=b': 'x' } }],
  ['a byte that ends every word', { words: ['/bin/a', 'b\0c'] }],
  ['words that are too long', { words: ['/bin/a', 'x'.repeat(100_000)] }],
])('%s is not handed over', (_what, changes) => {
  expect(commandText({ ...command, ...changes }, false)).toBeUndefined()
})
