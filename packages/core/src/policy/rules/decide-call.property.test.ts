import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Target } from '../../target/target.ts'
import { decide, factsOf, layerOf, pathOf, place } from '../__fixtures__/policies.ts'
import type { CallFacts } from '../authority.ts'
import { catalogueOf } from '../compile/catalogue.ts'
import { compilePolicy } from '../compile/compile-policy.ts'
import { compileCeiling, inheritedCeilings } from '../compile-ceiling.ts'
import { createPolicyAuthority } from '../create-policy-authority.ts'
import type { Verdict } from '../decision.ts'
import type { PermissionRule } from '../section/permissions-section.ts'

const strictness: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 }

const path = fc.record({
  real: fc.constantFrom(
    '/workspace/src/a.ts',
    '/workspace/.env',
    '/workspace/.git/config',
    '/data/x',
    '/etc/hosts',
    '/home/user/n',
  ),
  access: fc.constantFrom('read', 'write', 'delete', 'list' as const),
  recursive: fc.boolean(),
  sensitive: fc.boolean(),
  protected: fc.boolean(),
})
const target: fc.Arbitrary<Target> = fc.oneof(
  path.map(pathOf),
  fc
    .constantFrom('a.example.org', 'b.evil.net')
    .map((host): Target => ({ kind: 'host', scheme: 'https', host, port: 443 })),
  fc
    .constantFrom('path', 'any', 'host')
    .map((of): Target => ({ kind: 'dynamic', of: of as 'path', why: 'nobody knows' })),
  fc.constantFrom('s1', 's2').map((id): Target => ({ kind: 'session', id })),
)
const facts: fc.Arbitrary<CallFacts> = fc
  .record({
    tool: fc.constantFrom('fs.write_file', 'fs.read_file', 'web.fetch', 'mcp.github.get_issue'),
    permission: fc.constantFrom('readonly', 'write' as const),
    risk: fc.constantFrom('safe', 'medium', 'dangerous', 'destructive' as const),
    targets: fc.array(target, { maxLength: 3 }),
  })
  .map((parts) => factsOf({ ...parts, tags: new Set([parts.permission]) }))

const when = fc.constantFrom<NonNullable<PermissionRule['when']>>(
  {},
  { path: 'src/**' },
  { path: '/**' },
  { path: ['**/.env', '/data/*'], access: ['read', 'write'] },
  { access: 'write' },
  { host: '*.example.org' },
  { session: 's1' },
  { risk: ['dangerous', 'destructive'] },
  { role: 'main' },
)
const rule = fc.record({
  tools: fc.constantFrom('*', 'fs.*', 'fs.write_file', 'tag:write', 'web.fetch'),
  when,
  then: fc.constantFrom('allow', 'ask', 'deny' as const),
})
const rules = fc.array(rule, { maxLength: 5 })
const config = (list: readonly PermissionRule[]) => ({ permissions: { rules: list } })

describe('whatever the rules and the call', () => {
  test('the order of rules never matters', () => {
    const pair = rules.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    )
    fc.assert(
      fc.property(pair, facts, ([left, right], call) => {
        expect(decide(config(left), call).verdict).toBe(decide(config(right), call).verdict)
      }),
    )
  })

  test('nor does the order of targets', () => {
    fc.assert(
      fc.property(rules, facts, (list, call) => {
        const reversed = { ...call, targets: call.targets.toReversed() }
        expect(decide(config(list), call).verdict).toBe(decide(config(list), reversed).verdict)
      }),
    )
  })

  test('another target never makes a call milder', () => {
    fc.assert(
      fc.property(rules, facts, target, (list, call, more) => {
        // Without targets the call itself is judged; with one, what it does falls to that target.
        fc.pre(call.targets.length > 0)
        const wider = decide(config(list), { ...call, targets: [...call.targets, more] }).verdict
        const carried = decide(config(list), { ...call, targets: [...call.targets] }).verdict
        const isCarrier = more.kind !== 'path' || more.access === 'write' || more.access === 'delete'
        if (!isCarrier) expect(strictness[wider]).toBeGreaterThanOrEqual(strictness[carried])
      }),
    )
  })

  test('one more rule that asks or denies never widens', () => {
    fc.assert(
      fc.property(rules, rule, facts, (list, more, call) => {
        fc.pre(more.then !== 'allow')
        const [before, after] = [list, [...list, more]].map((each) => strictness[decide(config(each), call).verdict])
        expect(after).toBeGreaterThanOrEqual(before ?? 0)
      }),
    )
  })

  test('a ceiling never widens, whatever its rules and mode', () => {
    const mode = fc.constantFrom('default', 'plan', 'accept-edits', 'bypass', 'non-interactive' as const)
    fc.assert(
      fc.property(rules, rules, mode, facts, (list, limits, ceilingMode, call) => {
        const ceilings = [compileCeiling({ name: 'c', mode: ceilingMode, rules: limits }, place)]
        const before = strictness[decide(config(list), call).verdict]
        expect(strictness[decide(config(list), call, { ceilings }).verdict]).toBeGreaterThanOrEqual(before)
      }),
    )
  })

  test('a child is never freer than its parent in any mode, for the same rules', () => {
    const mode = fc.constantFrom('default', 'plan', 'accept-edits', 'bypass', 'non-interactive' as const)
    fc.assert(
      fc.property(rules, mode, mode, facts, (list, parent, child, call) => {
        const ceilings = inheritedCeilings('r1', { mode: parent })
        const limit = strictness[decide(config(list), call, { mode: parent }).verdict]
        expect(strictness[decide(config(list), call, { mode: child, ceilings }).verdict]).toBeGreaterThanOrEqual(limit)
      }),
    )
  })

  test('no rule that allows lifts a denied host, or makes what decides on later code free', () => {
    fc.assert(
      fc.property(rules, facts, (list, call) => {
        const { verdict } = decide({ ...config(list), network: { denied: ['*.evil.net'] } }, call)
        const isDenied = call.targets.some((each) => each.kind === 'host' && each.host === 'b.evil.net')
        if (isDenied) expect(verdict).toBe('deny')
        const isGuarded = call.targets.some(
          (each) =>
            each.kind === 'path' && each.protected === true && (each.access === 'write' || each.access === 'delete'),
        )
        if (isGuarded) expect(verdict).not.toBe('allow')
      }),
    )
  })

  test('a deny that names all tools denies every call', () => {
    fc.assert(
      fc.property(rules, facts, (list, call) => {
        const mode = {
          permissions: { rules: [...list, { tools: '*', then: 'deny' as const }], mode: 'bypass' as const },
        }
        expect(decide(mode, call).verdict).toBe('deny')
      }),
    )
  })

  test('the steps tell the verdict, and the rule that decided is among them', () => {
    fc.assert(
      fc.property(rules, facts, (list, call) => {
        const { verdict, rule: id, steps, reason } = decide(config(list), call)
        expect(Math.max(...steps.map((step) => (step.verdict === 'none' ? 0 : strictness[step.verdict])))).toBe(
          strictness[verdict],
        )
        expect(steps.find((step) => step.verdict === verdict)?.step).toBe(id)
        expect(reason).not.toBe('')
      }),
    )
  })

  test('a second policy from the same text says the same', () => {
    fc.assert(
      fc.property(rules, facts, (list, call) => {
        const compile = () => {
          const compiled = compilePolicy([layerOf(config(structuredClone(list)))], {
            ...place,
            catalogue: catalogueOf([]),
          })
          return compiled.status === 'compiled' ? createPolicyAuthority(compiled.policy).decide(call) : undefined
        }
        expect(compile()).toEqual(compile())
      }),
    )
  })
})
