import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isTestFile, listFiles } from '../lib/list-files.ts'

const limit = 300

/** Files that may be longer, each with its reason. A table of data is a reason, a busy week is not. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['packages/client/src/operations.ts', 'It is written by a program.'],
])

/** Sources stay small enough to be read in one go: at most 300 lines. */
export async function checkFileSize(root: string): Promise<CheckResult> {
  const problems = listFiles(root)
    .filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isTestFile(path) && !exceptions.has(path))
    .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path} has ${lines} lines, more than ${limit}: split it by what its parts are about.`)
  return resultOf(problems)
}
