/** The result of a check. Most checks count as one test; a check that runs several things counts each. */
export type CheckResult = {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Lines for a reader: what is wrong and the way out, or why something was skipped. */
  readonly report: readonly string[]
}

/** A check looks at the repository below `root` and changes nothing but `.release/` and temporary folders. */
export type Check = (root: string) => Promise<CheckResult>

/** One test: passed without problems, otherwise failed with them as its report. */
export function resultOf(problems: readonly string[]): CheckResult {
  return problems.length === 0
    ? { passed: 1, failed: 0, skipped: 0, report: [] }
    : { passed: 0, failed: 1, skipped: 0, report: problems }
}

/** One test that could not run here. */
export function skippedBecause(reason: string): CheckResult {
  return { passed: 0, failed: 0, skipped: 1, report: [`skipped: ${reason}`] }
}

/** The sum of several results, reports in order. */
export function joinResults(results: readonly CheckResult[]): CheckResult {
  return {
    passed: results.reduce((sum, result) => sum + result.passed, 0),
    failed: results.reduce((sum, result) => sum + result.failed, 0),
    skipped: results.reduce((sum, result) => sum + result.skipped, 0),
    report: results.flatMap((result) => result.report),
  }
}
