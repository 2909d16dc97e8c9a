import { describe, expect, test } from 'vitest'
import { factsOf, pathOf } from '../policy/__fixtures__/policies.ts'
import type { CommandTarget, HostTarget } from '../target/target.ts'
import { type HookMatcher, matchesCall } from './hook-matcher.ts'

const command: CommandTarget = {
  kind: 'command',
  argv: [{ text: '/usr/bin/git', static: true }],
  program: { name: '/usr/bin/git' },
  cwd: '/workspace',
  dynamic: false,
  readonly: false,
  unapproved: null,
  gadgets: [],
  denyGroups: [],
}
const host: HostTarget = { kind: 'host', scheme: 'https', host: 'api.example.org', port: 443 }
const facts = factsOf({
  tool: 'fs.write_file',
  groups: ['fs'],
  tags: new Set(['write', 'filesystem']),
  targets: [pathOf({ real: '/workspace/src/a.ts' }), command, host],
})

describe('a hook is about a call', () => {
  test.each<[string, HookMatcher | undefined]>([
    ['without a matcher', undefined],
    ['by the name of its tool', { tools: ['fs.edit', 'fs.write_file'] }],
    ['by a pattern of names', { tools: ['fs.*'] }],
    ['by its group', { tools: ['group:fs'] }],
    ['by a tag in the list of tools', { tools: ['tag:filesystem'] }],
    ['by its tags', { tags: ['network', 'write'] }],
    ['by the kind of a target', { target: { kind: 'host' } }],
    ['by a path', { target: { path: '/workspace/src/*' } }],
    ['by a program, however it is named', { target: { program: 'git' } }],
    ['by a host', { target: { host: '*.example.org' } }],
    ['by all of these', { tools: ['fs.*'], tags: ['write'], target: { kind: 'command', program: 'g*' } }],
  ])('%s', (_how, matcher) => {
    expect(matchesCall(matcher, facts)).toBe(true)
  })

  test.each<[string, HookMatcher]>([
    ['of another tool', { tools: ['fs.read_file', 'runtime.*'] }],
    ['of another tag', { tags: ['network'] }],
    ['of another target', { target: { path: '/etc/*' } }],
    ['that fits in one part only', { tools: ['fs.*'], tags: ['network'] }],
    ['whose targets fit in parts only', { target: { kind: 'path', program: 'git' } }],
    ['with an empty list of tools', { tools: [] }],
  ])('but not one %s', (_how, matcher) => {
    expect(matchesCall(matcher, facts)).toBe(false)
  })

  test('whose target nobody can know, whatever target the hook is about', () => {
    const unknown = factsOf({ targets: [{ kind: 'dynamic', of: 'any', why: 'who knows' }] })
    expect(matchesCall({ target: { path: '/workspace/secrets/*' } }, unknown)).toBe(true)
  })
})
