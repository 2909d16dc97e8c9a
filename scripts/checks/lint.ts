import { type CheckResult, resultOf } from '../lib/check.ts'
import { runTool } from '../lib/run.ts'

/** Format and lint of every file: biome.json holds the rules, the security restrictions among them. */
export async function checkLint(root: string): Promise<CheckResult> {
  const { code, stdout, stderr } = await runTool(root, 'biome', [
    'ci',
    '--colors=off',
    '--error-on-warnings',
    '--max-diagnostics=200',
  ])
  return resultOf(code === 0 ? [] : [stdout, stderr, 'Run `npm run format`: it fixes what can be fixed automatically.'])
}
