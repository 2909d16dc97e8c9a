import { type CheckResult, resultOf } from '../lib/check.ts'
import { runTool } from '../lib/run.ts'

/** Files, exports and dependencies that nothing uses, and dependencies that no package.json names (knip.json). */
export async function checkUnusedCode(root: string): Promise<CheckResult> {
  const { code, stdout, stderr } = await runTool(root, 'knip', ['--no-progress', '--reporter', 'compact'])
  return resultOf(code === 0 ? [] : [stdout + stderr])
}
