import { type Check, type CheckResult, joinResults, resultOf } from './check.ts'

/**
 * Runs checks one after the other, prints a line and the report of each, and at the end, alone on its line, `N passed,
 * N failed, N skipped`.
 * @returns The exit code: 1 if anything failed.
 */
export async function runChecks(
  checks: ReadonlyMap<string, Check>,
  root: string,
  print: (line: string) => void = console.log,
): Promise<0 | 1> {
  const results: CheckResult[] = []
  for (const [name, check] of checks) {
    const started = performance.now()
    const result = await settle(check, root)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    print(`${verdictOf(result)} ${name} (${seconds} s)`)
    for (const line of result.report) print(line)
    results.push(result)
  }
  const { passed, failed, skipped } = joinResults(results)
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 ? 0 : 1
}

/** A check that breaks has not passed. */
async function settle(check: Check, root: string): Promise<CheckResult> {
  try {
    return await check(root)
  } catch (error) {
    return resultOf([`The check itself broke: ${error instanceof Error ? error.stack : String(error)}`])
  }
}

function verdictOf({ failed, passed }: CheckResult): string {
  if (failed > 0) return 'FAILED'
  return passed > 0 ? 'passed' : 'skipped'
}
