import { describe, expect, test } from 'vitest'
import { setOf } from '../__fixtures__/policies.ts'
import { allTools, inventory } from '../__fixtures__/tools.ts'

const inGroups = (...groups: string[]) =>
  allTools.filter((tool) => tool.groups.some((group) => groups.includes(group))).map(({ name }) => name)
const sorted = (...names: string[]) => [...new Set([...names, 'artifact.read'])].sort()

describe('the profiles that GoClaw documents, in our names', () => {
  test('full is everything', () => {
    expect(setOf({ tools: { profile: 'full' } })).toEqual([...inventory].sort())
  })

  test('coding has files, commands, sessions, memory and the web', () => {
    const documented = inGroups(
      'fs',
      'runtime',
      'sessions',
      'memory',
      'web',
      'knowledge',
      'media_gen',
      'media_read',
      'skills',
    )
    const ours = ['code.map', 'todo.write', 'ask.user', 'time.now']
    expect(setOf({ tools: { profile: 'coding' } })).toEqual(sorted(...documented, ...ours))
  })

  test('messaging has messages, the web, sessions and what reads media', () => {
    const documented = [...inGroups('messaging', 'web', 'sessions', 'media_read'), 'skill.search']
    expect(setOf({ tools: { profile: 'messaging' } })).toEqual(sorted(...documented, 'ask.user', 'time.now'))
  })

  test('minimal has the status of the session alone', () => {
    expect(setOf({ tools: { profile: 'minimal' } })).toEqual(sorted('session.status'))
  })
})

describe('groups are computed from the catalogue', () => {
  test.each([
    [
      'group:fs',
      ['fs.delete', 'fs.edit', 'fs.glob', 'fs.list_files', 'fs.move', 'fs.read_file', 'fs.search', 'fs.write_file'],
    ],
    ['group:runtime', ['runtime.credentialed_exec', 'runtime.exec', 'runtime.run_command']],
    ['group:memory', ['memory.get', 'memory.recall', 'memory.search']],
    [
      'group:sessions',
      ['agent.spawn', 'agent.subagents', 'session.status', 'sessions.history', 'sessions.list', 'sessions.send'],
    ],
    ['group:teams', ['team.message', 'team.tasks']],
    ['group:mcp', ['mcp.files.read', 'mcp.github.create_issue', 'mcp.github.get_issue']],
    ['group:mcp:github', ['mcp.github.create_issue', 'mcp.github.get_issue']],
  ])('%s', (group, members) => {
    expect(setOf({ tools: { allow: [group], deny: ['artifact.read'] } })).toEqual(members)
  })

  test('native is every built-in tool and nothing of others (reported: a deny of all built-ins left exec)', () => {
    expect(setOf({ tools: { deny: ['group:native'] } })).toEqual([
      'custom.dns_lookup',
      'mcp.files.read',
      'mcp.github.create_issue',
      'mcp.github.get_issue',
    ])
    expect(setOf({ tools: { deny: ['group:all'] } })).toEqual([])
  })
})

test('a forum topic brings a list of its own, applied after everything else', () => {
  const config = { tools: { profile: 'messaging', alsoAllow: ['fs.read_file'] } }
  expect(setOf(config, { requestAllow: ['group:web', 'fs.read_file', 'runtime.exec'] })).toEqual(
    sorted('fs.read_file', 'web.fetch', 'web.search'),
  )
})

test('a provider with small models gets a small profile, one model of it a larger one', () => {
  const config = {
    tools: {
      profile: 'coding',
      byProvider: { groq: { profile: 'minimal' }, 'groq/large': { profile: 'messaging', deny: ['web.*'] } },
    },
  }
  expect(setOf(config, { provider: 'groq/small' })).toEqual(sorted('session.status'))
  expect(setOf(config, { provider: 'groq/large' })).not.toContain('web.fetch')
  expect(setOf(config, { provider: 'groq/large' })).toContain('message.send')
  expect(setOf(config, { provider: 'other' })).toContain('fs.edit')
})
