import { builtInRegistry, type CheckOptions, checkPolicyFile } from './check-policy-file.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { PolicyTestResult } from './judge-policy-test.ts'
import { runTestsOn } from './run-tests-on.ts'

/** The result of the tests in a policy file. */
export type PolicyTestRun =
  | {
      readonly status: 'faulty'
      readonly problems: readonly ConfigProblem[]
      readonly warnings: readonly ConfigProblem[]
    }
  | {
      readonly status: 'run'
      readonly results: readonly PolicyTestResult[]
      readonly warnings: readonly ConfigProblem[]
    }

/** Runs the `tests` of a file on the policy of that file. */
export async function runPolicyTests(file: string, options: CheckOptions): Promise<PolicyTestRun> {
  const { workspace, registry = await builtInRegistry(options.rooms) } = options
  const checked = await checkPolicyFile(file, { ...options, registry })
  if (checked.status === 'faulty') return checked
  const { layer, policy: compiled, warnings } = checked
  const outcomes = await runTestsOn({ layers: [layer], compiled, registry, workspace }, layer.config.tests ?? [])
  const results = outcomes.map((outcome, index) => ({ ...outcome, line: layer.problem(['tests', index], '').line }))
  return { status: 'run', results, warnings }
}
