import { type CheckResult, resultOf } from '../lib/check.ts'
import { runTool } from '../lib/run.ts'

/** Types of the whole repository in one program. */
export async function checkTypes(root: string): Promise<CheckResult> {
  const { code, stdout, stderr } = await runTool(root, 'tsc', ['-p', 'tsconfig.json', '--pretty', 'false'])
  return resultOf(code === 0 ? [] : [stdout + stderr])
}
