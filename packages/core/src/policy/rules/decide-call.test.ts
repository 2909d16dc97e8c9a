import { describe, expect, test } from 'vitest'
import type { Target } from '../../target/target.ts'
import { commandsOf } from '../__fixtures__/commands.ts'
import { decide, factsOf, layerOf, pathOf, place } from '../__fixtures__/policies.ts'
import { allTools } from '../__fixtures__/tools.ts'
import type { CallFacts } from '../authority.ts'
import { catalogueOf } from '../compile/catalogue.ts'
import { compilePolicy } from '../compile/compile-policy.ts'
import { createPolicyAuthority } from '../create-policy-authority.ts'
import type { Verdict } from '../decision.ts'
import type { Mode, PermissionRule } from '../section/permissions-section.ts'
import type { PolicyConfig, PolicyLayer } from '../section/policy-config.ts'
import { compileRule } from './compile-rule.ts'

const rules = (...list: PermissionRule[]): PolicyConfig => ({ permissions: { rules: list } })
const host = (name: string): Target => ({ kind: 'host', scheme: 'https', host: name, port: 443 })
const unknown: Target = { kind: 'dynamic', of: 'any', why: 'its server does not say' }

const reading = (...targets: Target[]) => factsOf({ targets })
const writing = (...targets: Target[]) => factsOf({ tool: 'fs.write_file', permission: 'write', targets })
const write = (path: Partial<Parameters<typeof pathOf>[0]> = {}) => pathOf({ access: 'write', ...path })
const running = (line: string) =>
  factsOf({
    tool: 'runtime.exec',
    groups: ['runtime'],
    permission: 'write',
    risk: 'dangerous',
    targets: commandsOf(line),
  })
const fetching = (name: string) =>
  factsOf({
    tool: 'web.fetch',
    groups: ['web'],
    risk: 'medium',
    tags: new Set(['readonly', 'network']),
    targets: [host(name)],
  })
const deleting = (...targets: Target[]) =>
  factsOf({ tool: 'fs.delete', permission: 'write', risk: 'destructive', targets })

describe('without any rule', () => {
  const defaults: readonly [string, CallFacts, Verdict, string][] = [
    ['a call that touches nothing and reads', reading(), 'allow', 'default.readonly'],
    ['reading in the workspace', reading(pathOf()), 'allow', 'default.readonly'],
    ['reading in a read root', reading(pathOf({ real: '/skills/a', zone: 'root' })), 'allow', 'default.readonly'],
    [
      'reading in the home outside of the roots',
      reading(pathOf({ real: '/home/user/notes.md' })),
      'ask',
      'default.outside',
    ],
    [
      'reading what the system lets everybody read',
      reading(pathOf({ real: '/etc/hosts', system: true })),
      'allow',
      'default.readonly',
    ],
    ['reading anywhere else', reading(pathOf({ real: '/tmp/x' })), 'ask', 'default.outside'],
    ['writing a system file', writing(write({ real: '/etc/hosts', system: true })), 'ask', 'default.outside'],
    [
      'reading credentials in the workspace',
      reading(pathOf({ real: '/workspace/.env', sensitive: true })),
      'ask',
      'default.sensitive',
    ],
    [
      'reading credentials of the system',
      reading(pathOf({ real: '/etc/shadow', system: true, sensitive: true })),
      'ask',
      'default.sensitive',
    ],
    ['writing in the workspace', writing(write()), 'ask', 'default.write'],
    ['writing outside of the write roots', writing(write({ real: '/data/x' })), 'ask', 'default.outside'],
    [
      'writing what decides on later code',
      writing(write({ real: '/workspace/.git/config', protected: true })),
      'ask',
      'default.protected',
    ],
    [
      'reading what decides on later code',
      reading(pathOf({ real: '/workspace/.git/config', protected: true })),
      'allow',
      'default.readonly',
    ],
    ['a write that touches nothing we know', writing(), 'ask', 'default.write'],
    ['a write of which only what it reads is known', writing(pathOf()), 'ask', 'default.write'],
    ['deleting', deleting(pathOf({ access: 'delete' })), 'ask', 'default.destructive'],
    ['a dangerous tool', factsOf({ tool: 'x.y', permission: 'write', risk: 'dangerous' }), 'ask', 'default.dangerous'],
    [
      'a dangerous tool that says it only reads',
      factsOf({ tool: 'x.y', risk: 'dangerous' }),
      'ask',
      'default.dangerous',
    ],
    ['what cannot be known', factsOf({ tool: 'mcp.x.y', targets: [unknown] }), 'ask', 'default.dynamic'],
    ['a command that only reads and runs nothing of a project', running('ls -l'), 'allow', 'default.harmless'],
    ['a command that only reads as far as is known', running('git status'), 'allow', 'default.contained'],
    ['a command that may change something', running('npm test'), 'ask', 'default.command'],
    ['a line of which one part may change something', running('git status && npm publish'), 'ask', 'default.command'],
    ['a command of a denied group', running('rm -rf /'), 'deny', 'shell.destructive'],
    ['a command of a group to ask about', running('sudo ls'), 'ask', 'shell.privilege'],
    ['reaching a host', fetching('example.org'), 'ask', 'default.network'],
    [
      'a safe tool of the network',
      factsOf({ tool: 'web.search', risk: 'safe', tags: new Set(['network']) }),
      'ask',
      'default.network',
    ],
    [
      'a network tool that names no host',
      factsOf({ tool: 'x.y', risk: 'medium', tags: new Set(['network']) }),
      'ask',
      'default.network',
    ],
    [
      'acting on a session',
      factsOf({ tool: 'sessions.send', permission: 'write', targets: [{ kind: 'session', id: 's' }] }),
      'ask',
      'default.write',
    ],
  ]
  test.each(defaults)('%s', (_, facts, verdict, rule) => {
    expect(decide({}, facts)).toMatchObject({ verdict, rule, source: 'built-in' })
  })

  test('destroying has words of its own', () => {
    expect(decide({}, deleting(pathOf({ access: 'delete' }))).reason).toBe(
      '"fs.delete" destroys what may not come back (destructive).',
    )
  })

  test('what leads out of the roots keeps its code, whoever refuses it', () => {
    const outside = reading(pathOf({ real: '/data/x' }))
    expect(decide({}, outside).denialCode).toBe('path_outside_roots')
    expect(decide({}, outside, { mode: 'non-interactive' })).toMatchObject({
      verdict: 'deny',
      denialCode: 'path_outside_roots',
    })
    expect(decide(rules({ tools: '*', then: 'deny' }), outside).denialCode).toBeUndefined()
  })

  test('what a lowered permission says is in the decision', () => {
    expect(decide({}, factsOf({ tool: 'runtime.exec', adjusted: '`ls` only reads.' })).reason).toBe('`ls` only reads.')
  })

  test('one reason is told once, however many parts it has', () => {
    const { reason } = decide({}, running('git commit && git commit'))
    expect(reason).toBe('"git commit" is not known to be read-only.')
  })
})

describe('rules of the user', () => {
  const allow = (rule: Partial<PermissionRule> = {}): PermissionRule => ({ tools: '*', then: 'allow', ...rule })
  const cases: readonly [string, PolicyConfig, CallFacts, Verdict][] = [
    ['override a default', rules({ tools: 'fs.write_file', then: 'allow' }), writing(write()), 'allow'],
    ['deny what a default allows', rules({ tools: 'group:fs', then: 'deny' }), reading(pathOf()), 'deny'],
    [
      'deny before ask before allow',
      rules(allow(), { tools: '*', then: 'ask' }, { tools: '*', then: 'deny' }),
      reading(),
      'deny',
    ],
    ['ask before allow', rules({ tools: 'tag:readonly', then: 'ask' }, allow()), reading(), 'ask'],
    ['concern only their tools', rules({ tools: 'web.*', then: 'deny' }), reading(), 'allow'],
    ['may be about a place', rules(allow({ when: { path: 'src/**' } })), writing(write()), 'allow'],
    ['and only that place', rules(allow({ when: { path: 'docs/**' } })), writing(write()), 'ask'],
    [
      'about a place need every target to be there',
      rules(allow({ when: { path: 'src/**' } })),
      writing(write(), write({ real: '/workspace/x' })),
      'ask',
    ],
    [
      'may be about what is done',
      rules({ tools: '*', when: { access: 'delete' }, then: 'deny' }),
      deleting(pathOf({ access: 'delete' })),
      'deny',
    ],
    [
      'about a place open the world outside',
      rules(allow({ when: { path: '/data/**' } })),
      writing(write({ real: '/data/x' })),
      'allow',
    ],
    ['about tools alone do not', rules(allow({ tools: 'fs.write_file' })), writing(write({ real: '/data/x' })), 'ask'],
    [
      'about access alone do not',
      rules(allow({ when: { access: 'write' } })),
      writing(write({ real: '/data/x' })),
      'ask',
    ],
    [
      'about the home mean the home',
      rules(allow({ when: { path: '~/notes/**' } })),
      reading(pathOf({ real: '/home/user/notes/a' })),
      'allow',
    ],
    [
      'about a folder do not reach credentials in it',
      rules(allow({ when: { path: '**' } })),
      reading(pathOf({ real: '/workspace/.env', sensitive: true })),
      'ask',
    ],
    [
      'that spell out a file do',
      rules(allow({ when: { path: '**/.env.test' } })),
      reading(pathOf({ real: '/workspace/.env.test', sensitive: true })),
      'allow',
    ],
    [
      'never lift the guard of what decides on later code',
      rules(allow({ when: { path: '.git/config' } })),
      writing(write({ real: '/workspace/.git/config', protected: true })),
      'ask',
    ],
    [
      'about a place do not cover a file with other names',
      rules(allow({ when: { path: 'src/**' } })),
      writing(write({ zone: 'outside', why: 'has a second name' })),
      'ask',
    ],
    [
      'about all tools do not lift what is dangerous',
      rules(allow()),
      factsOf({ tool: 'x.y', risk: 'dangerous' }),
      'ask',
    ],
    ['nor about a group', rules(allow({ tools: 'group:fs' })), deleting(pathOf({ access: 'delete' })), 'ask'],
    [
      'about one tool by its name do',
      rules(allow({ tools: 'fs.delete' })),
      deleting(pathOf({ access: 'delete' })),
      'allow',
    ],
    [
      'that say the risk do',
      rules(allow({ when: { risk: 'destructive' } })),
      deleting(pathOf({ access: 'delete' })),
      'allow',
    ],
    ['about a command', rules(allow({ when: { command: 'npm test' } })), running('npm test'), 'allow'],
    [
      'about a command with a * at its end',
      rules(allow({ when: { command: 'git push *' } })),
      running('git push origin main'),
      'allow',
    ],
    [
      'about a command cover every part of a line or none',
      rules(allow({ when: { command: 'npm test' } })),
      running('npm test && npm publish'),
      'ask',
    ],
    [
      'about commands of a denied group do not help',
      rules(allow({ when: { command: 'rm -rf /' } })),
      running('rm -rf /'),
      'deny',
    ],
    [
      'that deny a command see through options',
      rules({ tools: '*', when: { command: 'git push' }, then: 'deny' }),
      running('git -C sub push'),
      'deny',
    ],
    [
      'and through the path of the program',
      rules({ tools: '*', when: { command: 'npm' }, then: 'deny' }),
      running('/usr/bin/npm ci'),
      'deny',
    ],
    [
      'and ask about what only the shell knows',
      rules(allow({ tools: 'runtime.exec' }), { tools: '*', when: { command: 'git push' }, then: 'deny' }),
      running('$GIT push'),
      'ask',
    ],
    ['about a host', rules(allow({ when: { host: '*.example.org' } })), fetching('www.example.org'), 'allow'],
    [
      'about a host mean no other',
      rules(allow({ when: { host: '*.example.org' } })),
      fetching('example.org.evil.net'),
      'ask',
    ],
    [
      'about an argument',
      rules({ tools: '*', when: { input: { 'options.force': true } }, then: 'deny' }),
      factsOf({ input: { options: { force: true } } }),
      'deny',
    ],
    [
      'about an argument need it to be there',
      rules({ tools: '*', when: { input: { force: null } }, then: 'deny' }),
      factsOf({ input: {} }),
      'allow',
    ],
    [
      'about an argument see own members alone',
      rules({ tools: '*', when: { input: { constructor: '*' } }, then: 'deny' }),
      factsOf({ input: {} }),
      'allow',
    ],
    [
      'about a session',
      rules(allow({ when: { session: 'agent:a:*' } })),
      factsOf({ permission: 'write', targets: [{ kind: 'session', id: 'agent:a:cli' }] }),
      'allow',
    ],
    [
      'about an agent',
      rules({ tools: '*', when: { agent: ['b', 'c'] }, then: 'deny' }),
      factsOf({ permission: 'write', targets: [{ kind: 'agent', id: 'c' }] }),
      'deny',
    ],
    ['about a role', rules({ tools: '*', when: { role: 'sub' }, then: 'deny' }), reading(), 'allow'],
    [
      'about a channel',
      rules({ tools: '*', when: { channel: ['telegram'] }, then: 'deny' }),
      factsOf({ principal: { session: 's', run: 'r', role: 'main', parents: [], channel: 'telegram' } }),
      'deny',
    ],
    [
      'about a target do not match the unknown',
      rules(allow({ when: { path: '/**' } })),
      factsOf({ targets: [unknown] }),
      'ask',
    ],
    [
      'about one tool by its name do',
      rules(allow({ tools: 'mcp.github.get_issue' })),
      factsOf({ tool: 'mcp.github.get_issue', targets: [unknown] }),
      'allow',
    ],
    [
      'that deny a place ask about the unknown',
      rules(allow({ tools: 'mcp.files.read' }), { tools: '*', when: { path: '/data/**' }, then: 'deny' }),
      factsOf({ tool: 'mcp.files.read', targets: [unknown] }),
      'ask',
    ],
    [
      'that deny a place ask where a folder above it is read whole',
      rules({ tools: '*', when: { path: 'secrets/**' }, then: 'deny' }),
      reading(pathOf({ real: '/workspace', recursive: true })),
      'ask',
    ],
    [
      'and not beside it',
      rules({ tools: '*', when: { path: 'secrets/**' }, then: 'deny' }),
      reading(pathOf({ real: '/workspace/src', recursive: true })),
      'allow',
    ],
    [
      'that allow one level do not cover the whole below',
      rules(allow({ when: { path: '/data/*' } })),
      reading(pathOf({ real: '/data/x', recursive: true })),
      'ask',
    ],
  ]
  test.each(cases)('%s', (_, config, facts, verdict) => {
    expect(decide(config, facts).verdict).toBe(verdict)
  })

  test('name themselves, their place and their reason', () => {
    const config = rules({ id: 'no-secrets', tools: '*', then: 'deny', reason: 'Not for agents.' })
    expect(decide(config, reading())).toEqual({
      verdict: 'deny',
      rule: 'no-secrets',
      source: 'drawbridge.jsonc:permissions.rules.0',
      reason: 'Not for agents.',
      steps: [
        {
          step: 'no-secrets',
          verdict: 'deny',
          source: 'drawbridge.jsonc:permissions.rules.0',
          because: 'Not for agents.',
        },
      ],
    })
  })

  test('that nearly match say why they do not', () => {
    const config = rules({ id: 'npm', tools: '*', when: { command: 'npm test' }, then: 'allow' })
    expect(decide(config, running('npm test > /etc/motd')).reason).toMatch(
      /The rule "npm" does not allow it: "npm test" does not cover it, because/,
    )
  })

  test('of an agent bind that agent alone', () => {
    const config: PolicyConfig = {
      agents: { a: { permissions: { rules: [{ tools: '*', then: 'deny' }], byRisk: { medium: 'allow' } } } },
    }
    const as = (agent: string) => factsOf({ principal: { session: 's', run: 'r', role: 'main', parents: [], agent } })
    expect(decide(config, as('a')).verdict).toBe('deny')
    expect(decide(config, as('b')).verdict).toBe('allow')
  })

  test('of an agent by risk are rules like others', () => {
    const config: PolicyConfig = { agents: { a: { permissions: { byRisk: { medium: 'allow', dangerous: 'deny' } } } } }
    const as = (facts: CallFacts) => decide(config, { ...facts, principal: { ...facts.principal, agent: 'a' } })
    expect(as(writing(write()))).toMatchObject({
      verdict: 'allow',
      source: 'drawbridge.jsonc:agents.a.permissions.byRisk.medium',
    })
    expect(as(writing(write({ real: '/data/x' }))).verdict).toBe('ask')
    expect(as(running('npm test')).verdict).toBe('deny')
  })
})

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
  const builtIn = ['credentials are kept', 'decides what runs later', 'outside the workspace']

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
    const [words = ''] = /"id_rsa" is a place [^.]*\./.exec(reasonUnder()) ?? []
    expect(words).not.toBe('')
    const echo: PermissionRule = { tools: '*', then: 'ask', reason: words }
    expect(reasonUnder(ofProject(rules(echo)), ofProject(asking(9)))).toContain(words)
  })

  test('of a project alone are three, with the number of the rest', () => {
    const reading = { tools: '*', then: 'deny' } as const
    const denials = Array.from({ length: 5 }, (_, n): PermissionRule => ({ ...reading, reason: `No ${n}.` }))
    expect(reasonUnder(ofProject(rules(...denials)))).toBe('No 0. No 1. No 2. There are 2 more reasons.')
  })
})

describe('the network', () => {
  const lists: PolicyConfig = { network: { allowed: ['api.example.org'], denied: ['*.evil.net'] } }
  test.each<[string, PolicyConfig, Verdict, string]>([
    ['api.example.org', lists, 'allow', 'default.readonly'],
    ['other.example.org', lists, 'deny', 'network.allowed'],
    ['other.example.org', { network: { ...lists.network, mode: 'confirm' } }, 'ask', 'network.confirm'],
    ['x.evil.net', { network: { ...lists.network, mode: 'confirm' } }, 'deny', 'network.denied'],
    [
      'x.evil.net',
      { ...lists, ...rules({ tools: 'web.fetch', when: { host: 'x.evil.net' }, then: 'allow' }) },
      'deny',
      'network.denied',
    ],
    ['x.evil.net', { ...lists, permissions: { mode: 'bypass' } }, 'deny', 'network.denied'],
    [
      'other.example.org',
      { network: { mode: 'confirm' }, ...rules({ tools: 'web.fetch', then: 'allow' }) },
      'ask',
      'network.confirm',
    ],
    [
      'other.example.org',
      { network: { mode: 'confirm' }, ...rules({ tools: '*', when: { host: '*' }, then: 'allow' }) },
      'allow',
      'permissions.rules.0',
    ],
  ])('%s under %j', (name, config, verdict, rule) => {
    expect(decide(config, fetching(name))).toMatchObject({ verdict, rule })
  })
})

describe('sensitive paths and deny groups are for the operator to change', () => {
  test('by adding places and taking some off', () => {
    const config: PolicyConfig = { permissions: { sensitive: ['customers/**', '!**/.env.ci'] } }
    expect(decide(config, reading(pathOf({ real: '/workspace/customers/a.csv' }))).rule).toBe('default.sensitive')
    expect(decide(config, reading(pathOf({ real: '/workspace', recursive: true }))).verdict).toBe('allow')
    expect(decide(config, reading(pathOf({ real: '/workspace/.env.ci', sensitive: true }))).verdict).toBe('allow')
  })

  test('by setting what becomes of a group', () => {
    const config: PolicyConfig = { shell: { groups: { privilege: 'deny', destructive: 'off' } } }
    expect(decide(config, running('sudo ls'))).toMatchObject({
      verdict: 'deny',
      source: 'drawbridge.jsonc:shell.groups.privilege',
    })
    expect(decide(config, running('rm -rf /')).verdict).toBe('ask')
  })

  test('by naming commands that are safe here', () => {
    expect(decide({ shell: { safe: ['npm test'] } }, running('npm test')).verdict).toBe('allow')
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
