import type { Verdict } from '@drawbridge/core'
import { catalogueOf, compilePolicy, createPolicyAuthority, createToolSets } from '@drawbridge/core/policy'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { readDefinition } from './agent-definition.ts'
import { agentProfiles } from './agent-profiles.ts'
import { builtInRegistry } from './check-policy-file.ts'
import { type ConfigLayer, valueLayer } from './config-layer.ts'
import type { DrawbridgeConfig } from './sections.ts'

const read = (text: string) => readDefinition({ agent: 'a', name: 'AGENT.md', text })
const layersOf = (text: string): readonly ConfigLayer[] => {
  const reading = read(text)
  if (reading.status === 'refused') throw new Error(JSON.stringify(reading.problems))
  return [reading.layer]
}
const problemsOf = (front: string) => {
  const reading = read(`---\n${front}\n---\n`)
  return reading.status === 'read' ? [] : reading.problems.map(({ line, message }) => `${line}: ${message}`)
}

describe('a definition is refused, with its line and the way out, for', () => {
  test.each([
    ['no description', 'model: small', /^2: "description"/],
    ['a field that does not exist', 'description: x\nmodle: y', /^3: "modle" .*Did you mean "model"\?/],
    ['tools that it would add to all', 'description: x\ntools:\n  alsoAllow: [a]', /^4: "tools.alsoAllow".*name one/],
    ['a sandbox that is none', 'description: x\nsandbox: off', /^3: "sandbox"/],
    ['a field of its sandbox', 'description: x\nsandbox:\n  image: y', /^4: "sandbox.image" .*Fields: mode, required/],
    [
      'a rule that allows',
      'description: x\npermissions:\n  rules:\n    - tools: fs.read_file\n      then: allow',
      /^6: .*only ask or deny/,
    ],
    ['a risk that it allows', 'description: x\npermissions: { byRisk: { safe: allow } }', /^3: .*only ask or deny/],
    ['no YAML', 'description: "x', /^\d+: /],
    ['a key twice', 'description: x\ndescription: y', /unique/],
    ['a bomb of aliases', `a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: &d [*c, *c]\ne: [*d, *d, *d]`, /alias/i],
  ])('%s', (_, front, expected) => {
    expect(problemsOf(front).join('\n')).toMatch(expected)
  })

  test('no front matter', () => {
    expect(read('You review.')).toMatchObject({ status: 'refused', problems: [{ line: 1 }] })
  })
})

test('the operator says more of an agent than its definition, setting by setting', () => {
  const layers = [
    valueLayer({ agents: { a: { model: 'small', limits: { maxTurns: 3 } } } }, 'operator'),
    ...layersOf('---\ndescription: x\nmodel: big/one\nlimits: { maxTurns: 9, maxCost: 1 }\n---\nBe brief.\n'),
  ]
  expect(agentProfiles(layers)).toEqual({
    a: {
      description: 'x',
      model: 'small',
      limits: { maxTurns: 3, maxCost: 1 },
      prompt: { text: 'Be brief.', source: 'AGENT.md:6' },
    },
  })
})

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }
const name = fc.constantFrom('fs.read_file', 'fs.write_file', 'runtime.exec', 'group:fs', 'group:web', '*', 'fs.*')
const names = fc.array(name, { maxLength: 3 })
const verdict = fc.constantFrom<Verdict>('allow', 'ask', 'deny')
const strict = fc.constantFrom<Verdict>('ask', 'deny')
const risk = fc.constantFrom('safe', 'medium', 'dangerous', 'destructive')
const ruleWith = (then: fc.Arbitrary<Verdict>) => fc.record({ tools: name, then })
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const ownLists = fc.record({
  allow: optional(names),
  deny: optional(names),
  alsoAllow: optional(names),
  profile: optional(fc.constantFrom('full', 'coding', 'messaging', 'minimal')),
})
const frontMatter = fc.record({
  // Tools that are also allowed need a profile or a list.
  tools: ownLists.map(({ alsoAllow, ...lists }) =>
    lists.profile === undefined && lists.allow === undefined ? lists : { ...lists, alsoAllow },
  ),
  permissions: fc.record({
    rules: optional(fc.array(ruleWith(strict), { maxLength: 3 })),
    byRisk: optional(fc.dictionary(risk, strict, { maxKeys: 2 })),
  }),
})
const operator = fc.record({
  tools: fc.record({
    allow: optional(names),
    deny: optional(names),
    alsoAllow: optional(names),
    profile: optional(fc.constantFrom('full', 'coding', 'minimal')),
  }),
  permissions: fc.record({
    rules: optional(fc.array(ruleWith(verdict), { maxLength: 3 })),
    mode: optional(fc.constantFrom('default' as const, 'accept-edits' as const, 'plan' as const)),
  }),
  agents: fc.record({
    a: fc.record({
      tools: fc.record({ allow: optional(names), deny: optional(names) }),
      permissions: fc.record({ byRisk: optional(fc.dictionary(risk, verdict, { maxKeys: 2 })) }),
    }),
  }),
})

test('a definition adds tools to the profile or list that it names itself, and none that the operator left out or denied', async () => {
  const registry = await builtInRegistry()
  const setOf = (config: DrawbridgeConfig, front: string) => {
    const layers = [valueLayer(config, 'operator'), ...layersOf(`---\ndescription: x\n${front}\n---\n`)]
    const options = { catalogue: catalogueOf(registry.list()), workspace: '/workspace', userHome: '/home/user' }
    const compilation = compilePolicy(layers, options)
    if (compilation.status === 'refused') throw new Error(JSON.stringify(compilation.problems))
    const { names: own } = createToolSets(compilation.policy, registry).of({ agent: 'a', role: 'main' })
    return ['fs.read_file', 'fs.write_file', 'web.fetch'].filter((each) => own.has(each))
  }
  const front = 'tools: { profile: minimal, alsoAllow: [fs.read_file, web.fetch] }'
  expect(setOf({}, 'tools: { profile: minimal }')).toEqual([])
  expect(setOf({}, front)).toEqual(['fs.read_file', 'web.fetch'])
  expect(setOf({}, 'tools: { allow: [fs.write_file], alsoAllow: [fs.read_file] }')).toEqual([
    'fs.read_file',
    'fs.write_file',
  ])
  expect(setOf({ tools: { deny: ['web.fetch'] } }, front)).toEqual(['fs.read_file'])
  expect(setOf({ tools: { allow: ['web.fetch'] } }, front)).toEqual(['web.fetch'])
  expect(setOf({ tools: { profile: 'minimal' } }, front)).toEqual([])
  expect(setOf({ agents: { a: { tools: { allow: ['fs.read_file'] } } } }, front)).toEqual(['fs.read_file'])
  expect(setOf({ agents: { a: { tools: { deny: ['group:all'] } } } }, front)).toEqual([])
})

test('whatever a definition says, its agent has no tool and no permission more than without it', async () => {
  const registry = await builtInRegistry()
  const tools = registry.list()
  const compiled = (layers: readonly ConfigLayer[]) => {
    const options = { catalogue: catalogueOf(tools), workspace: '/workspace', userHome: '/home/user' }
    const compilation = compilePolicy(layers, options)
    if (compilation.status === 'refused')
      throw new Error(JSON.stringify(compilation.problems.map((each) => each.message)))
    return compilation.policy
  }
  fc.assert(
    fc.property(operator, frontMatter, fc.constantFrom(...tools), fc.boolean(), (config, front, tool, inside) => {
      const base = valueLayer(JSON.parse(JSON.stringify(config)) as DrawbridgeConfig, 'operator')
      const text = `---\n${JSON.stringify({ description: 'x', ...front }, null, 1)}\n---\n`
      const [before, after] = [[base], [base, ...layersOf(text)]].map(compiled)
      if (before === undefined || after === undefined) throw new Error('Two policies are compared.')
      const names = [before, after].map(
        (policy) => createToolSets(policy, registry).of({ agent: 'a', role: 'main' }).names,
      )
      expect([...(names[1] ?? [])].filter((each) => !names[0]?.has(each))).toEqual([])
      const { name: called, groups, tags, permission, risk } = tool
      const real = inside ? '/workspace/src/a' : '/data/a'
      const zone = inside ? 'workspace' : 'outside'
      const access = permission === 'write' ? 'write' : 'read'
      const target = { kind: 'path', declared: real, real, recursive: false, sensitive: false, zone, access } as const
      const principal = { session: 's', run: 'r', role: 'main', parents: [], agent: 'a' } as const
      const facts = { tool: called, groups, tags, permission, risk, input: {}, targets: [target], principal } as const
      const [own, narrowed] = [before, after].map((policy) => createPolicyAuthority(policy).decide(facts).verdict)
      expect(strictness[narrowed ?? 'deny']).toBeGreaterThanOrEqual(strictness[own ?? 'allow'])
    }),
    { numRuns: propertyRuns(200) },
  )
})
