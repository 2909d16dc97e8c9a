import { expect, test } from 'vitest'
import { staticWord } from '../word/word.ts'
import { lineIn } from './line-in.ts'

test.each([
  ['alias.x=!rm -rf x', 'rm -rf x'],
  ['alias.x=log --all', 'log --all'],
  ['alias.x=exec=rm x', 'rm x'],
  ['exec=rm x', 'rm x'],
  [':!rm x', 'rm x'],
  ['!rm x', 'rm x'],
  ['rm x', 'rm x'],
  ['user.name=me', 'user.name=me'],
])('the command line in %s is %s', (value, line) => {
  expect(lineIn(staticWord(value)).text).toBe(line)
})
