import { expect, test } from 'vitest'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'
import { completePath } from './complete-path.ts'

test.each([
  ['src/t', ['src/total.ts', 'src/totals/']],
  ['@src/tot', ['@src/total.ts', '@src/totals/']],
  ['./src', ['./src/']],
  ['src/', ['src/total.ts', 'src/totals/']],
  ['src/.h', ['src/.hidden']],
  ['missing/x', []],
])('%s may become %j', async (word, expected) => {
  const { workspace } = scratchFolder({ 'src/total.ts': '', 'src/totals/a.ts': '', 'src/.hidden': '', 'b.txt': '' })
  expect(await completePath(word, workspace)).toEqual(expected)
})

test('what many paths have in common is completed, and nothing that only the first of them have', async () => {
  const names = (of: string, count: number) => Array.from({ length: count }, (_, n) => [`${of}${n}.txt`, ''])
  const { workspace } = scratchFolder(Object.fromEntries([...names('aa', 60), ...names('ab', 5)]))
  expect(await completePath('a', workspace)).toHaveLength(65)
})
