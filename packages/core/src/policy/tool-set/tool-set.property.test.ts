import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policyOf } from '../__fixtures__/policies.ts'
import { allTools } from '../__fixtures__/tools.ts'
import type { PolicyConfig } from '../section/policy-config.ts'
import { effectiveSet, explainTool } from './effective-set.ts'
import { compileToolList } from './tool-list.ts'
import type { ToolScope } from './tool-scope.ts'

const names = allTools.map(({ name }) => name)
const entry = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom('fs.*', '*', 'mcp.*', '*.search', 'agent.task_*'),
  fc.constantFrom(
    'group:fs',
    'group:web',
    'group:native',
    'group:all',
    'group:mcp',
    'group:mcp:github',
    'group:sessions',
  ),
  fc.constantFrom('tag:readonly', 'tag:write', 'tag:network', 'tag:mcp'),
)
const list = fc.array(entry, { maxLength: 5 })
const lists = fc.record({ allow: list, deny: list, alsoAllow: list }, { requiredKeys: [] })
const profile = fc.constantFrom('full', 'coding', 'messaging', 'minimal')
const withProfile = fc.record({ profile, allow: list, deny: list, alsoAllow: list }, { requiredKeys: [] })
const config: fc.Arbitrary<PolicyConfig> = fc.record({
  tools: fc
    .tuple(withProfile, fc.record({ p: withProfile, 'p/m': withProfile }, { requiredKeys: [] }))
    .map(([own, byProvider]) => ({ ...own, byProvider })),
  agents: fc.record({
    a: fc.record({ tools: fc.tuple(lists, lists).map(([own, p]) => ({ ...own, byProvider: { p } })) }),
  }),
})
const scope: fc.Arbitrary<ToolScope> = fc.record(
  {
    provider: fc.constantFrom('p', 'p/m', 'q'),
    agent: fc.constantFrom('a', 'b'),
    role: fc.constantFrom('main', 'orchestrator', 'sub', 'fork', 'worker'),
    depth: fc.record({ current: fc.nat(2), max: fc.nat(2) }),
    groupAllow: list,
    taskAllow: list,
    requestAllow: list,
    mode: fc.constantFrom('default', 'plan'),
  },
  { requiredKeys: [] },
)

const setOf = (policy: PolicyConfig, of: ToolScope = {}) => effectiveSet(policyOf(policy), allTools, of).names
const matches = (entries: readonly string[]) => {
  const compiled = compileToolList(entries, () => '')
  return new Set(allTools.filter((tool) => compiled.find(tool) !== undefined).map(({ name }) => name))
}

describe('whatever the policy and the run', () => {
  test('a deny removes exactly its matches (reported: any deny removed every tool)', () => {
    fc.assert(
      fc.property(list, (deny) => {
        const denied = matches(deny)
        expect([...setOf({ tools: { deny } })].sort()).toEqual(names.filter((name) => !denied.has(name)).sort())
      }),
    )
  })

  test('nothing adds a denied tool again', () => {
    fc.assert(
      fc.property(config, scope, (policy, of) => {
        const own = policy.agents?.a?.tools
        const keys = of.provider === undefined ? [] : of.provider === 'p/m' ? ['p', 'p/m'] : [of.provider]
        const denied = matches([
          ...(policy.tools?.deny ?? []),
          ...keys.flatMap((key) => policy.tools?.byProvider?.[key]?.deny ?? []),
          ...(of.agent === 'a'
            ? [...(own?.deny ?? []), ...keys.flatMap((key) => own?.byProvider?.[key]?.deny ?? [])]
            : []),
        ])
        for (const name of setOf(policy, of)) expect(denied.has(name)).toBe(false)
      }),
    )
  })

  test('a request list leaves nothing but its matches, and what comes along with them', () => {
    fc.assert(
      fc.property(config, scope, list, (policy, of, requestAllow) => {
        const wanted = matches(requestAllow)
        for (const name of setOf(policy, { ...of, requestAllow }))
          expect(wanted.has(name) || name === 'artifact.read').toBe(true)
      }),
    )
  })

  test('a child has nothing beyond the ceiling of its parent, however deep', () => {
    fc.assert(
      fc.property(config, scope, list, list, (policy, of, outer, inner) => {
        const ceilings = [outer, inner].map((entries, index) => ({
          name: `ceiling ${index}`,
          source: 'test',
          rules: [],
          tools: compileToolList(entries, () => 'test'),
        }))
        const [first, second] = [matches(outer), matches(inner)]
        for (const name of setOf(policy, { ...of, ceilings })) expect(first.has(name) && second.has(name)).toBe(true)
      }),
    )
  })

  test('another layer of allow and deny lists never widens', () => {
    fc.assert(
      fc.property(
        config,
        scope,
        fc.record({ allow: list, deny: list }, { requiredKeys: [] }),
        (policy, of, project) => {
          const before = setOf(policy, of)
          const after = effectiveSet(policyOf(policy, { tools: project }), allTools, of).names
          for (const name of after) expect(before.has(name)).toBe(true)
        },
      ),
    )
  })

  test('the order of entries never matters', () => {
    fc.assert(
      fc.property(
        list.chain((entries) =>
          fc.tuple(fc.constant(entries), fc.shuffledSubarray(entries, { minLength: entries.length })),
        ),
        ([left, right]) => {
          expect(setOf({ tools: { allow: left, deny: right } })).toEqual(setOf({ tools: { allow: right, deny: left } }))
        },
      ),
    )
  })

  test('the explanation of a tool ends where the set does', () => {
    fc.assert(
      fc.property(config, scope, fc.constantFrom(...allTools), (policy, of, tool) => {
        const compiled = policyOf(policy)
        const { removal, notes } = explainTool(compiled, effectiveSet(compiled, allTools, of), of, tool)
        expect(removal === undefined).toBe(effectiveSet(compiled, allTools, of).names.has(tool.name))
        if (removal !== undefined) expect(notes.some(({ source }) => source === removal.source)).toBe(true)
      }),
    )
  })
})
