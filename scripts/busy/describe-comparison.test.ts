import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeComparison } from './describe-comparison.ts'
import { readFailures } from './read-failures.ts'

const slow = { file: 'a.test.ts', name: 'is slow' }
const broken = { file: 'b.test.ts', name: undefined }

test('what fails only on a busy machine is told apart from what always fails', () => {
  expect(describeComparison([slow, broken], [broken], 4)).toBe(
    'Failed only while 4 processes computed:\n  a.test.ts > is slow\nFailed without them as well:\n  b.test.ts',
  )
  expect(describeComparison([], [], 4)).toBe('No test failed while 4 processes computed.')
})

test('failed tests, and files that could not be run, are read from the report of the runner', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-report-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const results = [
    {
      name: '/r/a.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'is slow', status: 'failed' },
        { fullName: 'is sound', status: 'passed' },
      ],
    },
    { name: '/r/b.test.ts', status: 'failed', assertionResults: [] },
    { name: '/r/c.test.ts', status: 'passed', assertionResults: [] },
  ]
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ testResults: results }))
  expect(await readFailures(join(folder, 'report.json'), '/r')).toEqual([slow, broken])
  await expect(readFailures(join(folder, 'none.json'), '/r')).rejects.toThrow('without a report')
})
