import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { canonicalDialect, safeDialect } from '../dialect/plain-dialects.ts'
import { defineTool } from '../tool/define-tool.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import { createRegistry } from './create-registry.ts'
import { createSnapshot } from './snapshot.ts'
import type { ToolSource } from './tool-source.ts'

const tool = (name: string, parts: Partial<ToolDefinition> = {}): ToolDefinition =>
  defineTool({ name, description: 'x', input: z.strictObject({}), permission: 'readonly', execute: () => '', ...parts })

describe('the registry', () => {
  test('refuses a name that is taken: no override, no suffix', () => {
    const registry = createRegistry()
    registry.register(tool('demo.one'))
    expect(() => registry.register(tool('demo.one'))).toThrow(
      expect.objectContaining({ code: 'duplicate_tool', message: expect.stringContaining('"demo.one"') }),
    )
  })

  test('names the tool whose schema is unusable', () => {
    const union = z.strictObject({ value: z.union([z.string(), z.number()]) })
    expect(() => createRegistry().register(tool('demo.union', { input: union }))).toThrow(
      expect.objectContaining({ code: 'invalid_tool', message: expect.stringContaining('"demo.union"') }),
    )
  })

  test('forgets a tool when its registration is disposed, and only its own', () => {
    const registry = createRegistry()
    const first = registry.register(tool('demo.one'))
    first[Symbol.dispose]()
    registry.register(tool('demo.one'))
    first[Symbol.dispose]()
    expect(registry.get('demo.one')).toBeDefined()
  })

  test('derives risk, tags and groups, and lets the author set them', () => {
    const registry = createRegistry()
    registry.register(tool('demo.read'), { native: true })
    registry.register(tool('demo.write', { permission: 'write' }))
    registry.register(tool('demo.burn', { permission: 'write', tags: ['destructive'] }))
    registry.register(tool('mcp.hub.make', { origin: 'mcp', profile: 'open', permission: 'write', risk: 'dangerous' }))
    expect(registry.list().map(({ name, risk, groups }) => [name, risk, groups])).toEqual([
      ['demo.burn', 'destructive', ['demo', 'all']],
      ['demo.read', 'safe', ['demo', 'native', 'all']],
      ['demo.write', 'medium', ['demo', 'all']],
      ['mcp.hub.make', 'dangerous', ['mcp', 'mcp:hub', 'all']],
    ])
    expect([...(registry.get('mcp.hub.make')?.tags ?? [])]).toEqual(['write', 'mcp'])
  })

  test('says which tool is meant where a switch names none', () => {
    const registry = createRegistry()
    registry.register(tool('demo.one'))
    expect(() => registry.setEnabled('demo.oen', false)).toThrow('Did you mean "demo.one"?')
  })
})

describe('a snapshot', () => {
  test('stays as it is while the registry changes', () => {
    const registry = createRegistry()
    const one = registry.register(tool('demo.one'))
    const snapshot = createSnapshot(registry, { dialect: canonicalDialect })
    one[Symbol.dispose]()
    registry.register(tool('demo.two'))
    expect(snapshot.tools.map(({ name }) => name)).toEqual(['demo.one'])
    expect(Object.isFrozen(snapshot.tools)).toBe(true)
  })

  test('gives every hidden tool a class and a reason', () => {
    const registry = createRegistry()
    for (const name of ['demo.on', 'demo.off', 'demo.ruled']) registry.register(tool(name))
    registry.setEnabled('demo.off', false, 'switched off for a test')
    const snapshot = createSnapshot(registry, {
      dialect: safeDialect,
      hide: ({ name }) =>
        name === 'demo.ruled' ? { class: 'removed', reason: 'deny rule', source: 'policy:3' } : undefined,
    })
    expect(snapshot.tools.map(({ name }) => name)).toEqual(['demo.on'])
    expect(snapshot.whyHidden('demo.off')).toMatchObject({ class: 'unavailable', reason: 'switched off for a test' })
    expect(snapshot.whyHidden('demo.ruled')).toMatchObject({ class: 'removed', source: 'policy:3' })
    expect(snapshot.whyHidden('demo__ruled')).toMatchObject({ name: 'demo.ruled', class: 'removed' })
    expect(snapshot.whyHidden('demo.none')).toMatchObject({ class: 'unknown' })
    expect(snapshot.whyHidden('__proto__')).toMatchObject({ class: 'unknown' })
  })
})

describe('a source of tools', () => {
  function setUp(initial: readonly ToolDefinition[]) {
    let listed = initial
    let listener: (() => void) | undefined
    const source: ToolSource = {
      id: 'test',
      list: async () => listed,
      onChange: (given) => {
        listener = given
        return {
          [Symbol.dispose]: () => {
            listener = undefined
          },
        }
      },
      [Symbol.asyncDispose]: async () => undefined,
    }
    const change = (tools: readonly ToolDefinition[]) => {
      listed = tools
      listener?.()
    }
    return { source, change, isHeard: () => listener !== undefined }
  }

  test('loses one bad tool by name and keeps the others', async () => {
    const registry = createRegistry()
    registry.register(tool('demo.taken'))
    const { source } = setUp([tool('demo.good'), tool('demo.taken'), tool('Bad name')])
    await using connection = await registry.connect(source)
    expect(registry.list().map(({ name }) => name)).toEqual(['demo.good', 'demo.taken'])
    expect(connection.quarantined.map(({ name }) => name)).toEqual(['demo.taken', 'Bad name'])
  })

  test('keeps up with changes until it is disposed', async () => {
    const registry = createRegistry()
    const { source, change, isHeard } = setUp([tool('demo.old')])
    const connection = await registry.connect(source)
    change([tool('demo.new')])
    await connection.refresh()
    expect(registry.list().map(({ name }) => name)).toEqual(['demo.new'])
    await connection[Symbol.asyncDispose]()
    expect(registry.list()).toEqual([])
    expect(isHeard()).toBe(false)
  })

  test('that cannot list its tools costs nothing else, and says why; its tools come when it can', async () => {
    const registry = createRegistry()
    registry.register(tool('demo.own'))
    const { source, change } = setUp([])
    const list = source.list
    source.list = async () => Promise.reject(new Error('connection refused'))
    await using connection = await registry.connect(source)
    expect(registry.sources()).toEqual([{ source: 'test', quarantined: [], problem: 'connection refused' }])
    const { whyHidden } = createSnapshot(registry, { dialect: safeDialect })
    expect(whyHidden('demo.late').reason).toBe(
      'no tool has this name; the source "test" could not list its tools: connection refused',
    )
    source.list = list
    change([tool('demo.late')])
    await connection.refresh()
    expect(registry.sources()).toEqual([{ source: 'test', quarantined: [], problem: undefined }])
    expect(registry.list().map(({ name }) => name)).toEqual(['demo.late', 'demo.own'])
    await connection[Symbol.asyncDispose]()
    expect(registry.sources()).toEqual([])
  })

  test('that does not answer holds nobody up: the reason is told, and its tools come once it answers', async () => {
    const registry = createRegistry()
    const { source } = setUp([])
    const answer = Promise.withResolvers<readonly ToolDefinition[]>()
    source.list = () => answer.promise
    const waiting = new AbortController()
    const connecting = registry.connect(source, { signal: waiting.signal })
    waiting.abort(new Error('no answer in time'))
    await using connection = await connecting
    expect(registry.sources()).toMatchObject([{ source: 'test', problem: 'no answer in time' }])
    answer.resolve([tool('demo.late')])
    await connection.refresh()
    expect(registry.sources()).toMatchObject([{ source: 'test', problem: undefined }])
    expect(registry.list().map(({ name }) => name)).toEqual(['demo.late'])
  })

  test('that never answers can be disposed of, and what it lists afterwards counts for nothing', async () => {
    const registry = createRegistry()
    const { source } = setUp([])
    const answer = Promise.withResolvers<readonly ToolDefinition[]>()
    source.list = () => answer.promise
    const connection = await registry.connect(source, { signal: AbortSignal.abort(new Error('no time')) })
    await connection[Symbol.asyncDispose]()
    answer.resolve([tool('demo.late')])
    await answer.promise
    await Promise.resolve()
    expect(registry.list()).toEqual([])
  })

  test('shows its rejected tools among the hidden ones, with the reason', async () => {
    const registry = createRegistry()
    await using _connection = await registry.connect(setUp([tool('Bad name')]).source)
    const { hidden } = createSnapshot(registry, { dialect: safeDialect })
    expect(hidden).toMatchObject([{ name: 'Bad name', class: 'unavailable', source: 'test' }])
    expect(hidden[0]?.reason).toMatch(/^its definition was rejected: /)
  })

  test('does not switch a tool on again by listing it', async () => {
    const registry = createRegistry()
    const { source, change } = setUp([tool('demo.off'), tool('demo.on')])
    await using connection = await registry.connect(source)
    registry.setEnabled('demo.off', false, 'not today')
    change([tool('demo.off'), tool('demo.on')])
    await connection.refresh()
    expect(registry.whyDisabled('demo.off')).toBe('not today')
    registry.setEnabled('demo.off', true)
    expect(registry.isEnabled('demo.off')).toBe(true)
  })

  test('that lists the same definitions again changes nothing', async () => {
    const registry = createRegistry()
    const { source } = setUp([tool('demo.one')])
    await using connection = await registry.connect(source)
    const { version } = registry
    await connection.refresh()
    expect(registry.version).toBe(version)
  })

  test('keeps the tools from before where listing fails', async () => {
    const registry = createRegistry()
    const { source } = setUp([tool('demo.old')])
    await using connection = await registry.connect(source)
    source.list = async () => Promise.reject(new Error('gone'))
    await expect(connection.refresh()).rejects.toThrow('gone')
    expect(registry.get('demo.old')).toBeDefined()
  })
})
