import {
  catalogueOf,
  compilePolicy,
  createPolicyAuthority,
  createToolSets,
  type PolicyConfig,
} from '@drawbridge/core/policy'
import type { Report } from '../../lib/report.ts'
import { createThousandTools, fiftyEntries } from './thousand-tools.ts'
import { timeEach, timeMany } from './time-each.ts'

const entries = fiftyEntries()
/** The 50 entries spread over the lists that decide together, so that every tool meets each of them. */
const config: PolicyConfig = {
  tools: { allow: ['*', ...entries.slice(0, 10)], deny: entries.slice(10, 30), alsoAllow: entries.slice(30, 40) },
  agents: { worker: { tools: { deny: entries.slice(40) } } },
  permissions: { rules: entries.map((tools, index) => ({ tools, then: index % 2 === 0 ? 'ask' : 'deny' })) },
}

/**
 * Measures the cost of a tool set for 1,000 tools and 50 entries, with and without the cache, and the cost of a
 * decision.
 */
export async function measure(): Promise<Report> {
  const registry = createThousandTools()
  const compilation = compilePolicy([{ config, source: (path) => path.join('.') }], {
    catalogue: catalogueOf(registry.list()),
    workspace: '/workspace',
    userHome: '/home/user',
  })
  if (compilation.status === 'refused') throw new Error(compilation.problems[0]?.message)
  const { policy } = compilation
  const scope = { agent: 'worker', provider: 'provider/model' }
  const kept = createToolSets(policy, registry)
  const cold = timeEach(() => createToolSets(policy, registry).of(scope), 200)
  const cached = timeMany(() => kept.of(scope), 20_000)
  const explained = timeEach(() => kept.explain('group3.tool_3', scope), 200)
  const decided = timeDecision(policy, registry)

  return {
    name: 'policy',
    columns: ['work', 'µs'],
    rows: [
      ['tool set, empty cache', cold.toFixed(0)],
      ['tool set, cached', cached.toFixed(2)],
      ['explanation of one tool', explained.toFixed(0)],
      ['decision on a call without targets', decided.toFixed(2)],
    ],
    goals: [
      {
        text: `a tool set of 1,000 tools by 50 entries takes < 1 ms: ${(cold / 1_000).toFixed(2)} ms`,
        met: cold < 1_000,
      },
      { text: `from the cache it takes < 20 µs: ${cached.toFixed(1)} µs`, met: cached < 20 },
      { text: `a decision on a call without targets takes < 2 µs: ${decided.toFixed(2)} µs`, met: decided < 2 },
    ],
    details: [`The set keeps ${kept.of(scope).names.size} of 1,000 tools.`],
    data: { cold, cached, explained, decided },
  }
}

function timeDecision(
  policy: Parameters<typeof createPolicyAuthority>[0],
  registry: ReturnType<typeof createThousandTools>,
): number {
  const authority = createPolicyAuthority(policy)
  const tool = registry.get('group1.tool_1')
  if (tool === undefined) return Number.NaN
  const { name, groups, tags } = tool
  const principal = { session: 's', run: 'r', role: 'main', parents: [] } as const
  const facts = {
    tool: name,
    groups,
    tags,
    permission: 'readonly',
    risk: 'safe',
    input: {},
    targets: [],
    principal,
  } as const
  return timeMany(() => authority.decide(facts), 100_000)
}
