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
    ['tools that it would add', 'description: x\ntools:\n  alsoAllow: [a]', /^4: "tools.alsoAllow" .*cannot widen/],
    ['a sandbox of its own', 'description: x\nsandbox: off', /^3: "sandbox" .*cannot widen/],
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
const frontMatter = fc.record({
  tools: fc.record({
    allow: optional(names),
    deny: optional(names),
    profile: optional(fc.constantFrom('full', 'coding', 'messaging', 'minimal')),
  }),
  permissions: fc.record({
    rules: optional(fc.array(ruleWith(strict), { maxLength: 3 })),
    byRisk: optional(fc.dictionary(risk, strict, { maxKeys: 2 })),
  }),
})
const operator = fc.record({
  tools: fc.record({ deny: optional(names), alsoAllow: optional(names) }),
  permissions: fc.record({
    rules: optional(fc.array(ruleWith(verdict), { maxLength: 3 })),
    mode: optional(fc.constantFrom('default' as const, 'accept-edits' as const, 'plan' as const)),
  }),
  agents: fc.record({
    a: fc.record({ permissions: fc.record({ byRisk: optional(fc.dictionary(risk, verdict, { maxKeys: 2 })) }) }),
  }),
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
