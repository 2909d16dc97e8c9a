import { describe, expect, test } from 'vitest'
import { deleting, fetching, reading, rules, running, unknown, write, writing } from '../__fixtures__/calls.ts'
import { decide, factsOf, pathOf } from '../__fixtures__/policies.ts'
import type { CallFacts } from '../authority.ts'
import type { Verdict } from '../decision.ts'
import type { PermissionRule } from '../section/permissions-section.ts'
import type { PolicyConfig } from '../section/policy-config.ts'

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
