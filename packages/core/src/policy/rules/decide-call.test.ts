import { describe, expect, test } from 'vitest'
import { deleting, reading, rules, running, write, writing } from '../__fixtures__/calls.ts'
import { decide, layerOf, pathOf, place } from '../__fixtures__/policies.ts'
import { allTools } from '../__fixtures__/tools.ts'
import type { CallFacts } from '../authority.ts'
import { catalogueOf } from '../compile/catalogue.ts'
import { compilePolicy } from '../compile/compile-policy.ts'
import { createPolicyAuthority } from '../create-policy-authority.ts'
import type { Verdict } from '../decision.ts'
import type { Mode, PermissionRule } from '../section/permissions-section.ts'
import type { PolicyConfig, PolicyLayer } from '../section/policy-config.ts'
import { compileRule } from './compile-rule.ts'

describe('the reasons of a decision', () => {
  const asking = (count: number): PolicyConfig =>
    rules(
      ...Array.from({ length: count }, (_, n): PermissionRule => ({ tools: '*', then: 'ask', reason: `Noise ${n}.` })),
    )
  const ofProject = (config: PolicyConfig) => ({ ...layerOf(config, 'project.jsonc'), kind: 'project' as const })
  const call = writing(
    write({ declared: 'id_rsa', real: '/workspace/id_rsa', sensitive: true }),
    write({ declared: '.git/config', real: '/workspace/.git/config', protected: true }),
    write({ declared: '/data/x', real: '/data/x', zone: 'outside' }),
  )
  const builtIn = ['contains credentials', 'decides what later runs', 'outside the workspace']

  function reasonUnder(...layers: readonly PolicyLayer[]): string {
    const compilation = compilePolicy(layers, { ...place, catalogue: catalogueOf(allTools) })
    if (compilation.status !== 'compiled') throw new Error(compilation.problems[0]?.message)
    return createPolicyAuthority(compilation.policy).decide(call).reason
  }

  test('hold every built-in one, however many rules of a project speak, and how many were cut', () => {
    const reason = reasonUnder(ofProject(asking(9)))
    for (const part of builtIn) expect(reason).toContain(part)
    expect(reason).toMatch(/There are \d+ more reasons\.$/)
    expect(reason).not.toContain('Noise')
  })

  test('hold those of the operator beside them', () => {
    const reason = reasonUnder(layerOf(asking(4)), ofProject(asking(9)))
    for (const part of [...builtIn, 'Noise 0.', 'Noise 1.', 'Noise 2.', 'Noise 3.']) expect(reason).toContain(part)
  })

  test('hold a built-in one that a project says in the same words', () => {
    const [words = ''] = /"id_rsa" contains [^.]*\./.exec(reasonUnder()) ?? []
    expect(words).not.toBe('')
    const echo: PermissionRule = { tools: '*', then: 'ask', reason: words }
    expect(reasonUnder(ofProject(rules(echo)), ofProject(asking(9)))).toContain(words)
  })

  test('of a project alone are three, with the number of the rest', () => {
    const reading = { tools: '*', then: 'deny' } as const
    const denials = Array.from({ length: 5 }, (_, n): PermissionRule => ({ ...reading, reason: `No ${n}.` }))
    expect(reasonUnder(ofProject(rules(...denials)))).toMatch(
      /"No 0\."\. .*"No 1\."\. .*"No 2\."\. There are 2 more reasons\.$/,
    )
  })

  test('quote what a project says on one line, with the place where it says so', () => {
    const calming = 'Harmless.\nApproved by your administrator.\u001b[2K Press y'
    const reason = reasonUnder(ofProject(rules({ tools: '*', then: 'deny', reason: calming })))
    expect(reason).toContain(
      String.raw`project.jsonc:permissions.rules.0 says: "Harmless.\nApproved by your administrator.\x1b[2K Press y".`,
    )
  })
})

describe('modes', () => {
  const edits = writing(write())
  test.each<[string, CallFacts, string, Verdict]>([
    ['plan lets read', reading(pathOf()), 'plan', 'allow'],
    ['plan lets commands run that only read', running('git log'), 'plan', 'allow'],
    ['plan denies what changes', edits, 'plan', 'deny'],
    ['plan denies commands that may change something', running('npm test'), 'plan', 'deny'],
    ['accept-edits lets write in the workspace', edits, 'accept-edits', 'allow'],
    ['accept-edits asks about what decides on later code', writing(write({ protected: true })), 'accept-edits', 'ask'],
    ['accept-edits asks about credentials', writing(write({ sensitive: true })), 'accept-edits', 'ask'],
    ['accept-edits asks about everything outside', writing(write({ real: '/data/x' })), 'accept-edits', 'ask'],
    ['accept-edits asks about deleting', deleting(pathOf({ access: 'delete' })), 'accept-edits', 'ask'],
    ['accept-edits asks about commands', running('npm test'), 'accept-edits', 'ask'],
    ['bypass asks about nothing', running('npm publish'), 'bypass', 'allow'],
    [
      'bypass lifts even the guard of what decides on later code',
      writing(write({ protected: true })),
      'bypass',
      'allow',
    ],
    ['bypass leaves hard denials', running('rm -rf /'), 'bypass', 'deny'],
    ['non-interactive refuses what would be asked', edits, 'non-interactive', 'deny'],
    ['non-interactive allows what is allowed', reading(pathOf()), 'non-interactive', 'allow'],
  ])('%s', (_, facts, mode, verdict) => {
    expect(decide({}, facts, { mode: mode as 'plan' }).verdict).toBe(verdict)
    expect(decide({ permissions: { mode: mode as 'plan' } }, facts).verdict).toBe(verdict)
  })

  test('bypass leaves the denials of rules', () => {
    expect(decide(rules({ tools: 'fs.*', then: 'deny' }), edits, { mode: 'bypass' }).verdict).toBe('deny')
  })
})

describe('ceilings', () => {
  const ceiling = (...list: PermissionRule[]) => ({
    name: 'session',
    source: 'test',
    rules: list.map((rule, index) =>
      compileRule(rule, { layer: layerOf({}, 'ceiling'), path: ['rules', index], place }),
    ),
  })

  test('narrow whatever the rules of the run allow', () => {
    const config = rules({ tools: 'fs.write_file', then: 'allow' })
    const ceilings = [ceiling({ tools: 'fs.*', when: { path: '**/generated/**' }, then: 'deny' })]
    expect(decide(config, writing(write()), { ceilings }).verdict).toBe('allow')
    expect(decide(config, writing(write({ real: '/workspace/generated/a' })), { ceilings })).toMatchObject({
      verdict: 'deny',
      source: 'ceiling:rules.0',
    })
  })

  test('never widen, whatever their rules allow', () => {
    expect(decide({}, writing(write()), { ceilings: [ceiling({ tools: '*', then: 'allow' })] }).verdict).toBe('ask')
  })

  test('hold in the mode bypass', () => {
    expect(
      decide({}, writing(write()), { mode: 'bypass', ceilings: [ceiling({ tools: '*', then: 'ask' })] }).verdict,
    ).toBe('ask')
  })

  test.each<[Mode, Mode, Verdict]>([
    ['bypass', 'non-interactive', 'deny'],
    ['bypass', 'default', 'ask'],
    ['bypass', 'accept-edits', 'allow'],
    ['accept-edits', 'non-interactive', 'deny'],
    ['accept-edits', 'default', 'ask'],
    ['accept-edits', 'bypass', 'allow'],
    ['default', 'bypass', 'ask'],
  ])('a child in the mode %s below a parent in %s has no more than that', (mode, limit, verdict) => {
    const ceilings = [{ name: 'run r1', source: 'r1', mode: limit, rules: [] }]
    expect(decide({}, writing(write()), { mode, ceilings }).verdict).toBe(verdict)
  })

  test('that accept edits leave a child in the mode bypass nothing else', () => {
    const ceilings = [{ name: 'run r1', source: 'r1', mode: 'accept-edits', rules: [] } as const]
    expect(
      decide({}, writing(write({ real: '/workspace/.git/config', protected: true })), { mode: 'bypass', ceilings })
        .verdict,
    ).toBe('ask')
  })

  test('of the mode plan hold for every child (reported: plan mode bypassed by spawning a subagent)', () => {
    const ceilings = [{ name: 'run r1', source: 'r1', mode: 'plan', rules: [] } as const]
    const child = {
      ...writing(write()),
      principal: { session: 's', run: 'r3', role: 'sub', parents: [{ run: 'r2' }, { run: 'r1' }] } as const,
    }
    expect(decide(rules({ tools: '*', then: 'allow' }), child, { ceilings })).toMatchObject({
      verdict: 'deny',
      rule: 'mode.plan',
      source: 'r1',
    })
  })
})
