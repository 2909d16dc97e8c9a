import { homedir } from 'node:os'
import { openRun, type Principal, type Registry, type Run } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { CompiledPolicy } from '@drawbridge/core/policy'
import { canonicalDialect } from '@drawbridge/core/registry'
import { createTargetResolver } from '@drawbridge/sandbox'
import { createSessionPolicy } from '../policy/session-policy.ts'
import { combineLayers } from './combine-layers.ts'
import type { ConfigLayer } from './config-layer.ts'
import { judgePolicyTest, type PolicyTestOutcome } from './judge-policy-test.ts'
import type { PolicyTest } from './sections.ts'
import { sensitivityOf } from './sensitivity-of.ts'

/** A policy that tests are run on: the layers, compiled. */
export interface TestedPolicy {
  readonly layers: readonly ConfigLayer[]
  readonly compiled: CompiledPolicy
  readonly registry: Registry
  /** The base of relative paths. */
  readonly workspace: string
}

/**
 * Takes each call through the gates of a real call, up to the verdict. Nothing is run or asked; the disk is only read to resolve links.
 */
export async function runTestsOn(
  { layers, compiled, registry, workspace }: TestedPolicy,
  tests: readonly PolicyTest[],
): Promise<readonly PolicyTestOutcome[]> {
  const policy = createSessionPolicy(compiled, registry)
  const { readRoots, writeRoots } = combineLayers(layers)
  const sensitivity = sensitivityOf(layers, workspace)
  const places = { workspace, userHome: homedir(), readRoots, writeRoots, sensitivity }
  const resolver = createTargetResolver({ ...places, analyser: async () => loadAnalyser(places) })
  const outcomes: PolicyTestOutcome[] = []
  for (const test of tests) {
    const run = openTestRun(test, { registry, policy, resolver })
    const explanation = await run.explain({ name: test.tool, arguments: test.arguments ?? {} })
    outcomes.push(judgePolicyTest(test, explanation))
  }
  return outcomes
}

interface TestServices {
  readonly registry: Registry
  readonly policy: ReturnType<typeof createSessionPolicy>
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
