import { describe, expect, test } from 'vitest'
import { layerOf, policyOf, setOf } from '../__fixtures__/policies.ts'
import { allTools, inventory, registryOf } from '../__fixtures__/tools.ts'
import type { PolicyConfig } from '../section/policy-config.ts'
import { effectiveSet, explainTool } from './effective-set.ts'
import { compileToolList } from './tool-list.ts'
import type { ToolScope } from './tool-scope.ts'

const without = (...names: string[]) => inventory.filter((name) => !names.includes(name)).sort()

describe('each step of a tool set', () => {
  const cases: readonly [string, PolicyConfig, ToolScope, readonly string[]][] = [
    ['nothing said: everything', {}, {}, [...inventory].sort()],
    ['1 a profile', { tools: { profile: 'minimal' } }, {}, ['artifact.read', 'session.status']],
    [
      '2 the profile of a provider takes the place of the global one',
      { tools: { profile: 'full', byProvider: { tiny: { profile: 'minimal' } } } },
      { provider: 'tiny' },
      ['artifact.read', 'session.status'],
    ],
    [
      '2 even where it is wider',
      { tools: { profile: 'minimal', byProvider: { big: { profile: 'full' } } } },
      { provider: 'big/model' },
      [...inventory].sort(),
    ],
    [
      '2 that of provider/model before that of provider',
      { tools: { byProvider: { p: { profile: 'full' }, 'p/small': { profile: 'minimal' } } } },
      { provider: 'p/small' },
      ['artifact.read', 'session.status'],
    ],
    ['3 a global allow list narrows', { tools: { allow: ['todo.write'] } }, {}, ['artifact.read', 'todo.write']],
    ['3 together with the profile', { tools: { profile: 'minimal', allow: ['todo.write'] } }, {}, []],
    [
      '4 the allow list of a provider',
      { tools: { allow: ['fs.*'], byProvider: { p: { allow: ['fs.read_file', 'todo.write'] } } } },
      { provider: 'p' },
      ['artifact.read', 'fs.read_file'],
    ],
    [
      '4 of another provider does nothing',
      { tools: { byProvider: { p: { allow: [] } } } },
      { provider: 'q' },
      [...inventory].sort(),
    ],
    [
      '5 the allow list of an agent',
      { agents: { writer: { tools: { allow: ['fs.edit'] } } } },
      { agent: 'writer' },
      ['artifact.read', 'fs.edit'],
    ],
    [
      '6 that of an agent with a provider',
      { agents: { writer: { tools: { allow: ['fs.*'], byProvider: { p: { allow: ['fs.edit', 'web.*'] } } } } } },
      { agent: 'writer', provider: 'p/m' },
      ['artifact.read', 'fs.edit'],
    ],
    [
      '7 the list of a group',
      { tools: { profile: 'coding' } },
      { groupAllow: ['fs.glob', 'message.send'] },
      ['artifact.read', 'fs.glob'],
    ],
    ['an empty list leaves nothing', { tools: { allow: [] } }, {}, []],
    [
      'a global deny',
      { tools: { deny: ['group:mcp'] } },
      {},
      without('mcp.github.create_issue', 'mcp.github.get_issue', 'mcp.files.read'),
    ],
    [
      'the deny of a provider',
      { tools: { byProvider: { p: { deny: ['ui.*'] } } } },
      { provider: 'p' },
      without('ui.browser', 'ui.canvas'),
    ],
    [
      'the deny of an agent',
      { agents: { a: { tools: { deny: ['tag:network'] } } } },
      { agent: 'a' },
      without('web.search', 'web.fetch'),
    ],
    [
      'the deny of an agent with a provider',
      { agents: { a: { tools: { byProvider: { p: { deny: ['code.map'] } } } } } },
      { agent: 'a', provider: 'p' },
      without('code.map'),
    ],
    [
      'also-allow adds to a profile',
      { tools: { profile: 'minimal', alsoAllow: ['code.map'] } },
      {},
      ['artifact.read', 'code.map', 'session.status'],
    ],
    [
      'also-allow of a provider and an agent',
      {
        tools: { profile: 'minimal', byProvider: { p: { alsoAllow: ['todo.write'] } } },
        agents: { a: { tools: { alsoAllow: ['ask.user'], byProvider: { p: { alsoAllow: ['time.*'] } } } } },
      },
      { agent: 'a', provider: 'p' },
      ['artifact.read', 'ask.user', 'session.status', 'time.now', 'todo.write'],
    ],
    [
      'also-allow adds nothing that a deny of any scope removed',
      {
        tools: { profile: 'minimal', alsoAllow: ['group:fs'] },
        agents: { a: { tools: { deny: ['fs.delete', 'fs.move', 'tag:write'] } } },
      },
      { agent: 'a' },
      ['artifact.read', 'fs.glob', 'fs.list_files', 'fs.read_file', 'fs.search', 'session.status'],
    ],
    [
      'the list of a task',
      { tools: { alsoAllow: ['*'] } },
      { taskAllow: ['fs.read_file'] },
      ['artifact.read', 'fs.read_file'],
    ],
    [
      'the list of a request, last',
      { tools: { alsoAllow: ['*'] } },
      { requestAllow: ['todo.write'] },
      ['artifact.read', 'todo.write'],
    ],
  ]
  test.each(cases)('%s', (_, config, scope, expected) => {
    expect(setOf(config, scope)).toEqual(expected)
  })

  test('a user-defined profile works as a built-in one', () => {
    const config = { tools: { profile: 'support', profiles: { support: ['message.send', 'group:knowledge'] } } }
    expect(setOf(config)).toEqual(
      ['artifact.read', 'knowledge.graph_search', 'knowledge.upsert', 'message.send', 'skill.search'].sort(),
    )
  })

  test('lists of several layers narrow one another, denies add up', () => {
    const policy = policyOf(
      { tools: { allow: ['fs.*'] } },
      { tools: { allow: ['fs.read_file', 'fs.edit', 'web.*'], deny: ['fs.edit'] } },
    )
    expect([...effectiveSet(policy, allTools, {}).names].sort()).toEqual(['artifact.read', 'fs.read_file'])
  })
})

describe('artifact.read', () => {
  test('comes along with a tool whose result can be cut, and with no other', () => {
    const tools = registryOf(['fs.read_file', 'fs.glob', 'artifact.read'], {
      'fs.read_file': { resultLimit: { artifact: false } },
    }).list()
    const names = (allow: string[]) => [
      ...effectiveSet({ toolLayers: [], mode: { name: 'default', source: '' } }, tools, { requestAllow: allow }).names,
    ]
    expect(names(['fs.read_file'])).toEqual(['fs.read_file'])
    expect(names(['fs.glob'])).toEqual(['fs.glob', 'artifact.read'])
  })

  test('stays away where a deny names it', () => {
    expect(setOf({ tools: { deny: ['artifact.read'] } })).toEqual(without('artifact.read'))
  })
})

describe('children', () => {
  test('never get what administers, schedules or remembers for others', () => {
    expect(setOf({}, { role: 'sub', depth: { current: 1, max: 2 } })).toEqual(
      without(
        'automation.gateway',
        'automation.cron',
        'agent.list',
        'messaging.login',
        'session.status',
        'memory.search',
        'memory.get',
        'sessions.send',
        'agent.plan_template',
        'agent.task_create',
        'agent.fork',
        'agent.list_workers',
        'knowledge.upsert',
        'skill.publish',
        'memory.recall',
      ),
    )
  })

  test('at the greatest depth cannot have children of their own', () => {
    const leaf = setOf({}, { role: 'sub', depth: { current: 1, max: 1 } })
    expect(leaf).not.toContain('agent.spawn')
    expect(leaf).not.toContain('sessions.history')
    expect(setOf({}, { role: 'main', depth: { current: 1, max: 1 } })).toContain('agent.spawn')
  })

  test('of the role worker start from the minimal set, or from what the dispatch names in its place', () => {
    expect(setOf({}, { role: 'worker' })).toEqual(
      [
        'agent.task_claim_step',
        'agent.task_get',
        'artifact.read',
        'fs.glob',
        'fs.list_files',
        'fs.read_file',
        'fs.search',
      ].sort(),
    )
    const named = setOf({ tools: { deny: ['fs.delete'] } }, { role: 'worker', childSet: ['fs.*', 'agent.fork'] })
    expect(named).toContain('fs.write_file')
    expect(named).not.toContain('fs.delete')
    expect(named).not.toContain('agent.fork')
  })

  test('only main and orchestrator recall memories', () => {
    const recalls = (['main', 'orchestrator', 'sub', 'fork', 'worker'] as const).filter((role) =>
      setOf({}, { role, childSet: ['memory.*', 'fs.glob'] }).includes('memory.recall'),
    )
    expect(recalls).toEqual(['main', 'orchestrator'])
  })
})

describe('what the run itself limits', () => {
  test('in the mode plan there are only tools that read', () => {
    const names = setOf({}, { mode: 'plan' })
    const permissions = new Set(allTools.filter(({ name }) => names.includes(name)).map(({ permission }) => permission))
    expect(permissions).toEqual(new Set(['readonly']))
    expect(effectiveSet(policyOf({ permissions: { mode: 'plan' } }), allTools, {}).removed.get('fs.edit')).toEqual({
      class: 'unavailable',
      reason: 'in the mode "plan" nothing is changed',
      source: 'drawbridge.jsonc:permissions.mode',
    })
  })

  test('a tool that may only read for some inputs stays in the mode plan', () => {
    const tools = registryOf(['runtime.exec'], {
      'runtime.exec': { permission: 'write', effective: () => undefined },
    }).list()
    expect(effectiveSet(policyOf({}), tools, { mode: 'plan' }).names.has('runtime.exec')).toBe(true)
  })

  test('what the place cannot do is unavailable', () => {
    const capability = {
      id: 'no sandbox',
      missing: ({ name }: { name: string }) => (name === 'runtime.exec' ? 'there is no sandbox' : undefined),
    }
    const set = effectiveSet(policyOf({}), allTools, { capability })
    expect(set.removed.get('runtime.exec')).toEqual({
      class: 'unavailable',
      reason: 'there is no sandbox',
      source: 'no sandbox',
    })
  })

  test('a ceiling cuts, whatever also-allow says', () => {
    const ceilings = [
      { name: 'session', source: 'test', rules: [], tools: compileToolList(['fs.*', 'artifact.read'], () => 'test') },
    ]
    const names = setOf({ tools: { alsoAllow: ['*'] } }, { ceilings })
    expect(names).toEqual([...inventory.filter((name) => name.startsWith('fs.')), 'artifact.read'].sort())
  })
})

describe('an explanation', () => {
  test('names the entry that removed a denied tool, and its place', () => {
    const policy = policyOf({ tools: { profile: 'coding', deny: ['runtime.*'] } })
    const tool = allTools.find(({ name }) => name === 'runtime.exec')!
    expect(explainTool(policy, effectiveSet(policy, allTools, {}), {}, tool)).toEqual({
      name: 'runtime.exec',
      removal: { class: 'removed', reason: 'deny names it by "runtime.*"', source: 'drawbridge.jsonc:tools.deny.0' },
      notes: [
        { step: 'profile coding', did: 'kept', source: 'built-in', because: '"group:runtime"' },
        { step: 'deny', did: 'denied', source: 'drawbridge.jsonc:tools.deny.0', because: '"runtime.*"' },
      ],
    })
  })

  test('says what also-allow added, and why artifact.read is there', () => {
    const policy = policyOf({ tools: { profile: 'minimal', alsoAllow: ['code.map'] } })
    const notesOf = (name: string) =>
      explainTool(
        policy,
        effectiveSet(policy, allTools, {}),
        {},
        allTools.find((tool) => tool.name === name)!,
      ).notes.map(({ step, did }) => `${step}: ${did}`)
    expect(notesOf('code.map')).toEqual(['profile minimal: left out', 'also allow: added'])
    expect(notesOf('artifact.read')).toEqual(['profile minimal: left out', 'companion: added'])
    expect(layerOf({}).source(['a', 1])).toBe('drawbridge.jsonc:a.1')
  })
})
