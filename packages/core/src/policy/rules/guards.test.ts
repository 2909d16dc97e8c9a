import { describe, expect, test } from 'vitest'
import {
  deleting,
  described,
  fetching,
  reading,
  rules,
  running,
  unknown,
  write,
  writing,
} from '../__fixtures__/calls.ts'
import { decide, factsOf, pathOf } from '../__fixtures__/policies.ts'
import type { CallFacts } from '../authority.ts'
import type { Verdict } from '../decision.ts'
import type { PermissionRule } from '../section/permissions-section.ts'

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
    ['a command that only reads, of a dangerous tool of the operator', described('ls -l'), 'ask', 'default.dangerous'],
    [
      'a command that only reads, of a readonly tool of the operator',
      { ...described('ls -l'), permission: 'readonly', risk: 'safe' },
      'allow',
      'default.readonly',
    ],
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
      '"fs.delete" may destroy data permanently (destructive).',
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

test.each<[what: string, conditions: Omit<PermissionRule, 'then'>, verdict: Verdict]>([
  ['all servers', { tools: ['mcp.*'] }, 'ask'],
  ['all tools of one server', { tools: ['mcp.x.*'] }, 'ask'],
  ['the full name of the tool', { tools: ['mcp.x.y'] }, 'allow'],
  ['all tools of one server up to a risk', { tools: ['mcp.x.*'], when: { risk: ['safe', 'medium'] } }, 'allow'],
])(
  'what a server touches unseen is allowed by a rule only if it says more than "these tools": %s',
  (_, rule, verdict) => {
    const facts = factsOf({ tool: 'mcp.x.y', targets: [unknown], risk: 'medium' })
    expect(decide(rules({ ...rule, then: 'allow' }), facts).verdict).toBe(verdict)
  },
)
