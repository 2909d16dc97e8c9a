import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CheckResult } from '../lib/check.ts'
import { runTool } from '../lib/run.ts'
import { slowestFiles, type TimedFile } from '../lib/slowest-files.ts'

type VitestReport = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults?: readonly TimedFile[]
}

/** The test suite. Each of its tests counts; so does a run that failed without a failed test. */
export async function checkBehaviour(root: string, output: 'capture' | 'inherit' = 'inherit'): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-vitest-'))
  const file = join(folder, 'report.json')
  try {
    const args = ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
    const { code } = await runTool(root, 'vitest', args, { output })
    const report = readReport(file)
    const counted = countTests(code, report)
    return {
      ...counted,
      report: [...counted.report, 'The slowest files:', ...slowestFiles(report?.testResults ?? [], root)],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Turns the runner's exit code and report into a result; both have to agree before anything passes. */
export function countTests(code: number, report: VitestReport | undefined): CheckResult {
  if (report === undefined)
    return { passed: 0, failed: 1, skipped: 0, report: ['The test runner ended without a report.'] }
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  if (code === 0 || counts.failed > 0) return { ...counts, report: [] }
  return { ...counts, failed: 1, report: ['The test run failed outside of a test: see its output above.'] }
}

function readReport(file: string): VitestReport | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as VitestReport
  } catch {
    return undefined
  }
}
