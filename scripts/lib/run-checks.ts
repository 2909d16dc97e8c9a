import { type Check, type CheckResult, joinResults, resultOf } from './check.ts'

export interface RunChecksOptions {
  /** Default: the standard output. */
  readonly print?: (line: string) => void
  /** The number of checks that run at the same time. Default 1. */
  readonly atOnce?: number
}

/**
 * Runs checks, prints a line and the report of each in their order, and at the end, alone on its line, `N passed, N failed,
 * N skipped`.
 * @returns The exit code: 1 if anything failed.
 */
export async function runChecks(
  checks: ReadonlyMap<string, Check>,
  root: string,
  { print = console.log, atOnce = 1 }: RunChecksOptions = {},
): Promise<0 | 1> {
  const results: CheckResult[] = []
  const waiting = [...checks]
  const running: Promise<readonly [line: string, result: CheckResult]>[] = []
  const startNext = () => {
    const [name, check] = waiting.shift() ?? []
    if (name !== undefined && check !== undefined) running.push(timed(name, check, root))
  }
  for (let place = 0; place < atOnce; place += 1) startNext()
  for (let next = running.shift(); next !== undefined; next = running.shift()) {
    const [line, result] = await next
    startNext()
    print(line)
    for (const reported of result.report) print(reported)
    results.push(result)
  }
  const { passed, failed, skipped } = joinResults(results)
  print(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed === 0 ? 0 : 1
}

async function timed(name: string, check: Check, root: string): Promise<readonly [line: string, result: CheckResult]> {
  const started = performance.now()
  const result = await settle(check, root)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  return [`${verdictOf(result)} ${name} (${seconds} s)`, result]
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
