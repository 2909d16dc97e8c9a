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
