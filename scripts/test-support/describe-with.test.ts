import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repositoryRoot } from '../lib/repository-root.ts'
import { runTool } from '../lib/run.ts'
import { plantRepository } from './plant-repository.ts'

const needsOne = (program: string) =>
  `describeWithProgram('${program}', 'the planted reason', (path) => test('runs', () => expect(path).toMatch(/^\\//)))`
const needsTwo = (name: string, first: string, second: string) =>
  `describeWithPrograms('${name}', ['${first}', '${second}'], 'the planted reason', (paths) =>
     test('runs', () => expect(Object.keys(paths)).toEqual(['${first}', '${second}'])))`

/** Runs suites that need programs, and tells how each of their tests ended. */
async function runSuites(suites: readonly string[], required: string): Promise<Record<string, string>> {
  const support = `${repositoryRoot}/scripts/test-support/describe-with.ts`
  const root = plantRepository({
    'scripts/planted.test.ts': `
      import { expect, test } from 'vitest'
      import { describeWithProgram, describeWithPrograms } from ${JSON.stringify(support)}
      void [describeWithProgram, describeWithPrograms]
      ${suites.join('\n')}`,
  })
  const file = join(root, 'report.json')
  await runTool(root, 'vitest', ['run', '--reporter=json', `--outputFile=${file}`], {
    env: { DRAWBRIDGE_REQUIRE: required },
  })
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as {
    testResults: { assertionResults: { fullName: string; status: string }[] }[]
  }
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  return Object.fromEntries(tests.map(({ fullName, status }) => [fullName, status]))
}

test('a suite whose programs are there runs with their absolute paths, and another is skipped by name and reason', async () => {
  const suites = [
    needsOne('sh'),
    needsOne('no-such-program'),
    needsTwo('pair', 'sh', 'env'),
    needsTwo('both', 'sh', 'no-such-program'),
  ]
  expect(await runSuites(suites, 'corpora, sh')).toEqual({
    'with sh runs': 'passed',
    'with no-such-program needs no-such-program: the planted reason': 'skipped',
    'with pair runs': 'passed',
    'with both needs both: the planted reason (missing: no-such-program)': 'skipped',
  })
})

test('a suite that is required under its name fails if a program is missing', async () => {
  const suites = [needsOne('no-such-program'), needsTwo('both', 'sh', 'no-such-program')]
  expect(await runSuites(suites, 'corpora, no-such-program, both')).toEqual({
    'with no-such-program finds no-such-program': 'failed',
    'with both finds both': 'failed',
  })
})
