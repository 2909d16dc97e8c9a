import { dirname } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { isFixture, isTestFile, listFiles } from '../lib/list-files.ts'

/** A test must be in the folder of the code it tests, and every package with sources must have tests. */
export async function checkTestsBesideSource(root: string): Promise<CheckResult> {
  const sources = listFiles(root).filter((path) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(path) && !isFixture(path))
  const tests = sources.filter(isTestFile)
  const foldersWithSource = new Set(sources.filter((path) => !isTestFile(path)).map(dirname))
  const packageOf = (path: string) => path.split('/').slice(0, 2).join('/')
  const packagesWithTests = new Set(tests.map(packageOf))

  const strays = tests
    .filter((path) => !foldersWithSource.has(dirname(path)))
    .map((path) => `${path} has no source in its folder: move it to the folder of the code it tests.`)
  const untested = [...new Set([...foldersWithSource].map(packageOf))]
    .filter((name) => !packagesWithTests.has(name))
    .map((name) => `${name} has no test at all.`)
  return resultOf([...strays, ...untested])
}
