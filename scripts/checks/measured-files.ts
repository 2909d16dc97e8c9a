import { type CheckResult, resultOf } from '../lib/check.ts'
import { run } from '../lib/run.ts'

/**
 * The most files that each measurement of `npm run measure` may find. Lower a number once fewer are reached.
 * Each call is allowed one file above what a quiet machine finds: a slow one still compiles rules of the scrubber while it is measured.
 */
export const mostFiles = { edit: 171, exec: 198, tool: 16 } as const

/** The name of a measurement. */
export type Measurement = keyof typeof mostFiles

/** Finds measurements of more files than allowed: a reader of one call would have to open more than today. */
export async function checkMeasuredFiles(
  root: string,
  measure: (root: string, name: Measurement) => Promise<number> = measureFiles,
): Promise<CheckResult> {
  const problems: string[] = []
  for (const [name, most] of Object.entries(mostFiles) as [Measurement, number][]) {
    const files = await measure(root, name)
    if (files <= most) continue
    problems.push(
      `"npm run measure -- ${name}" finds ${files} files, and at most ${most} are allowed: put a piece of one procedure back into the file that it belongs to.`,
    )
  }
  return resultOf(problems)
}

/** Runs a measurement in a process of its own, which no other check has loaded files into. */
async function measureFiles(root: string, name: Measurement): Promise<number> {
  const { code, stdout, stderr } = await run(process.execPath, ['scripts/measure.ts', name], { cwd: root })
  const [, files] = /^(\d+) files\b.*\n$/m.exec(stdout) ?? []
  if (code !== 0 || files === undefined) throw new Error(`The measurement "${name}" failed: ${stderr || stdout}`)
  return Number(files)
}
