import { homedir } from 'node:os'
import { openRun, type Principal, type Registry, type Run } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { SessionPolicy } from '@drawbridge/core/policy'
import { canonicalDialect } from '@drawbridge/core/registry'
import { createTargetResolver } from '@drawbridge/sandbox'
import { createSessionPolicy } from '../policy/session-policy.ts'
import { builtInRegistry, type CheckOptions, checkPolicyFile } from './check-policy-file.ts'
import { combineLayers } from './combine-layers.ts'
import type { ConfigProblem } from './config-problem.ts'
import { judgePolicyTest, type PolicyTestResult } from './judge-policy-test.ts'
import type { PolicyTest } from './sections.ts'
import { sensitivityOf } from './sensitivity-of.ts'

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

/**
 * Takes each call of a file's `tests` through the gates of a real call, up to the verdict. Nothing is run or asked; the
 * disk is only read to resolve links.
 */
export async function runPolicyTests(file: string, options: CheckOptions): Promise<PolicyTestRun> {
  const { workspace, registry = await builtInRegistry(options.rooms) } = options
  const checked = await checkPolicyFile(file, { ...options, registry })
  if (checked.status === 'faulty') return checked
  const { layer, policy: compiled, warnings } = checked
  const configuration = combineLayers([layer])
  const policy = createSessionPolicy(compiled, registry)
  const { readRoots, writeRoots } = configuration
  const sensitivity = sensitivityOf([layer], workspace)
  const places = { workspace, userHome: homedir(), readRoots, writeRoots, sensitivity }
  const resolver = createTargetResolver({ ...places, analyser: async () => loadAnalyser(places) })
  const results: PolicyTestResult[] = []
  for (const [index, test] of (layer.config.tests ?? []).entries()) {
    const run = openTestRun(test, { registry, policy, resolver })
    const explanation = await run.explain({ name: test.tool, arguments: test.arguments ?? {} })
    results.push(judgePolicyTest(test, explanation, layer.problem(['tests', index], '').line))
  }
  return { status: 'run', results, warnings }
}

interface TestServices {
  readonly registry: Registry
  readonly policy: SessionPolicy
  readonly resolver: ReturnType<typeof createTargetResolver>
}

function openTestRun({ as = {} }: PolicyTest, { registry, policy, resolver }: TestServices): Run {
  const { agent, role = 'main', channel, provider, mode } = as
  const principal: Principal = {
    session: 'policy-test',
    run: 'policy-test',
    parents: [],
    role,
    ...defined({ agent, channel }),
  }
  const options = { scope: { provider }, ...(mode === undefined ? {} : { mode }) }
  return openRun({ registry, principal, resolver, dialect: canonicalDialect, ...policy.forRun(principal, options) })
}

async function loadAnalyser(places: { readonly workspace: string; readonly userHome: string }) {
  const { createShellAnalyser } = await import('../shell/shell-analyser.ts')
  return createShellAnalyser(places)
}
