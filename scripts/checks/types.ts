import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type CheckResult, resultOf } from '../lib/check.ts'
import { runTool } from '../lib/run.ts'

/** Types of the whole repository in one program, and those of the page, which runs in a browser, in another. */
export async function checkTypes(root: string): Promise<CheckResult> {
  const projects = ['tsconfig.json', 'packages/dashboard/tsconfig.json'].filter((path) => existsSync(join(root, path)))
  const problems: string[] = []
  for (const project of projects) {
    const { code, stdout, stderr } = await runTool(root, 'tsc', ['-p', project, '--pretty', 'false'])
    if (code !== 0) problems.push(stdout + stderr)
  }
  return resultOf(problems)
}
