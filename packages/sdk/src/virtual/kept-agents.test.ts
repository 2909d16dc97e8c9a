import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import type { PathTarget } from '@drawbridge/core/target'
import { createScriptedApprover } from '@drawbridge/core/testing'
import { type AgentStore, createMemoryAgentStore, type MemoryChange } from '@drawbridge/core/virtual'
import { createAgentStore } from '@drawbridge/store/agent'
import { describe, expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { type AgentHouse, openAgentHouse } from './__fixtures__/agent-house.ts'

const reference = 'DRAWBRIDGE_TEST_KEPT_AGENT'
const credentialed = [{ binary_name: 'awk', environment: { DEMO: reference }, tips: 'Sums up columns.' }]

async function openHouse(
  store: AgentStore = createMemoryAgentStore(),
  options: DrawbridgeOptions = {},
): Promise<AgentHouse> {
  const house = await openAgentHouse(store, { useConfig: options.config !== undefined, ...options })
  await house.create('helper', 'open', { 'SOUL.md': 'kind\n', 'TOOLS.md': 'Measure twice.\n' })
  return house
}

describe('TOOLS.md', () => {
  test('ends with the programs that have credentials, made on every read and never stored', async () => {
    await using house = await openHouse(undefined, { tools: { credentialed } })
    const ada = await house.session('helper', 'ada')
    const shown = await ada.say('fs.read_file', { path: 'TOOLS.md' })
    expect(shown).toMatch(/^Measure twice\.\n\n<!-- generated[^\n]*-->\n## Programs with credentials\n.*Sums up/s)
    expect(await ada.say('fs.search', { query: 'Sums up', mode: 'files' })).toBe('TOOLS.md')
    const edited = await ada.call('fs.edit', { path: 'TOOLS.md', edits: [{ old: 'twice', new: 'thrice' }] })
    expect(edited).toMatchObject({ status: 'ok' })
    const stored = async () => (await house.store.contextFiles.find({ agent: 'helper', user: 'ada' }, 'TOOLS.md'))?.text
    expect(await stored()).toBe('Measure thrice.\n')
    expect(await ada.say('fs.read_file', { path: 'TOOLS.md' })).toBe(shown.replace('twice', 'thrice'))
    await ada.call('fs.write_file', { path: 'TOOLS.md', content: 'Nothing else.\n', overwrite: true })
    expect(await stored()).toBe('Nothing else.\n')
    await ada.call('fs.write_file', { path: 'TOOLS.md', content: 'And more.\n', append: true })
    expect(await stored()).toBe('Nothing else.\nAnd more.\n')
  })

  test('refuses a change of a generated part', async () => {
    await using house = await openHouse(undefined, { tools: { credentialed } })
    const ada = await house.session('helper', 'ada')
    const edit = { path: 'TOOLS.md', edits: [{ old: 'Sums up columns', new: 'Anything goes' }] }
    expect(await ada.call('fs.edit', edit)).toMatchObject({
      code: 'path_outside_roots',
      message: expect.stringContaining('omit it completely'),
    })
  })

  test('is there for the generated part alone, which cannot be deleted', async () => {
    await using house = await openHouse(undefined, { tools: { credentialed } })
    const ada = await house.session('helper', 'ada')
    expect(await ada.call('fs.delete', { path: 'TOOLS.md' })).toMatchObject({ status: 'ok' })
    expect(await ada.say('fs.read_file', { path: 'TOOLS.md' })).toMatch(/^<!-- generated/)
    expect(await ada.call('fs.delete', { path: 'TOOLS.md' })).toMatchObject({ code: 'path_outside_roots' })
    expect(await ada.call('fs.write_file', { path: 'TOOLS.md', content: 'New.\n', overwrite: true })).toMatchObject({
      status: 'ok',
    })
    expect(await ada.say('fs.read_file', { path: 'TOOLS.md' })).toMatch(/^New\.\n\n<!-- generated/)
  })
})

describe('an agent that is kept', () => {
  test('works in a folder of its own for each user, closed to others', async () => {
    await using house = await openHouse()
    const ada = await house.session('helper', 'ada')
    const bob = await house.session('helper', 'bob')
    await ada.call('fs.write_file', { path: 'a.txt', content: 'of ada' })
    expect(await bob.call('fs.read_file', { path: 'a.txt' })).toMatchObject({ code: 'file_not_found' })
    expect(await bob.call('fs.read_file', { path: join(house.folder('helper', 'ada'), 'a.txt') })).toMatchObject({
      status: 'denied',
      code: 'path_outside_roots',
    })
    expect(await bob.call('fs.read_file', { path: '../../../../../drawbridge.db' })).toMatchObject({
      status: 'denied',
    })
    expect((await stat(house.folder('helper', 'ada'))).mode & 0o077).toBe(0)
  })

  test('is what a drawbridge made for it works as', async () => {
    await using house = await openHouse()
    const { home, store } = house
    await using drawbridge = await createDrawbridge({
      agent: 'helper',
      home,
      agents: { store },
      record: 'off',
      useConfig: false,
      authority: { approvers: [approveEverything] },
    })
    expect(drawbridge.workspace).toBe(house.folder('helper', 'local'))
    const session = drawbridge.openSession()
    const read = await session.call({ name: 'fs.read_file', arguments: { path: 'SOUL.md' } })
    expect(read).toMatchObject({ status: 'ok' })
    expect(() => drawbridge.openSession({ principal: { user: 'bob' } })).toThrow('openAgentSession')
    expect(() => drawbridge.openSession({ principal: { agent: 'other' } })).toThrow('openAgentSession')
  })

  test('is only a name for a drawbridge that opens a folder by path', async () => {
    await using house = await openHouse()
    const { home, store, folder } = house
    const workspace = folder('helper', 'somebody')
    await house.plant('helper', 'somebody', 'SOUL.md', 'of the project\n')
    await using drawbridge = await createDrawbridge({
      agent: 'helper',
      workspace,
      home,
      agents: { store },
      record: 'off',
      useConfig: false,
    })
    const read = await drawbridge.openSession().call({ name: 'fs.read_file', arguments: { path: 'SOUL.md' } })
    expect(read.result.content).toMatchObject([{ text: 'of the project' }])
  })

  test('has to exist', async () => {
    await using house = await openHouse()
    await expect(house.drawbridge.openAgentSession({ agent: 'helpr' })).rejects.toThrow(
      /agent "helpr" does not exist.*"helper".*drawbridge agents create/s,
    )
  })

  test('tells an index of each change of its memory, once it is stored', async () => {
    const changes: MemoryChange[] = []
    await using house = await openHouse(undefined, {
      agents: { onMemoryChange: (change: MemoryChange) => void changes.push(change) },
    })
    const ada = await house.session('helper', 'ada')
    await ada.call('fs.write_file', { path: 'memory/a.md', content: 'one' })
    await ada.call('fs.write_file', { path: 'memory/a.csv', content: 'one' })
    await ada.call('fs.edit', { path: 'memory/a.md', edits: [{ old: 'one', new: 'two' }] })
    await ada.call('fs.move', { from: 'memory/a.md', to: 'MEMORY.md' })
    const common = { agent: 'helper', user: 'ada' }
    expect(changes).toEqual([
      { ...common, path: 'memory/a.md', text: 'one' },
      { ...common, path: 'memory/a.md', text: 'two' },
      { ...common, path: 'MEMORY.md', text: 'two' },
      { ...common, path: 'memory/a.md', text: null },
    ])
  })

  test('leaves no copy of the searched files behind', async () => {
    await using house = await openHouse()
    const ada = await house.session('helper', 'ada')
    await ada.call('fs.search', { query: 'kind', limit: 1 })
    await ada.call('fs.glob', { pattern: '*.md' })
    expect(await readdir(join(house.home, 'cache/virtual'))).toEqual([])
  })

  test('is asked about under the path that policy, locks and record see', async () => {
    const approver = createScriptedApprover([{ tool: 'fs.write_file', answer: 'deny' }])
    await using house = await openHouse(undefined, { authority: { approvers: [approver] } })
    const ada = await house.session('helper', 'ada')
    await ada.call('fs.write_file', { path: './soul.md', content: 'x', overwrite: true })
    const [target] = (approver.requests[0]?.targets ?? []) as readonly PathTarget[]
    expect(target).toMatchObject({
      kind: 'path',
      declared: './soul.md',
      real: join(house.folder('helper', 'ada'), 'SOUL.md'),
      access: 'write',
      zone: 'workspace',
      virtual: true,
    })
  })
})

describeDatabases('processes at once', ({ open }) => {
  const twoHouses = async () => {
    const one = await openHouse(createAgentStore(await open()))
    const other = await openAgentHouse(createAgentStore(await open()), { useConfig: false })
    return [one, other] as const
  }

  test('see the changes of each other at once', async () => {
    await using houses = await stackOf(twoHouses())
    const [one, other] = await houses.sessions()
    await one.call('fs.write_file', { path: 'MEMORY.md', content: 'first\n' })
    expect(await other.say('fs.read_file', { path: 'MEMORY.md' })).toBe('first')
    await other.call('fs.delete', { path: 'MEMORY.md' })
    expect(await one.call('fs.read_file', { path: 'MEMORY.md' })).toMatchObject({ code: 'file_not_found' })
    expect(await one.say('fs.list_files', {})).not.toContain('MEMORY.md')
  })

  test('lose no write: of edits of the same text one is told to read again', async () => {
    await using houses = await stackOf(twoHouses())
    const [one, other] = await houses.sessions()
    await one.call('fs.write_file', { path: 'MEMORY.md', content: '0\n' })
    let count = 0
    for (let round = 0; round < 10; round += 1) {
      const outcomes = await Promise.all(
        [one, other].map(async (session) => {
          const text = await session.say('fs.read_file', { path: 'MEMORY.md' })
          return session.call('fs.edit', {
            path: 'MEMORY.md',
            edits: [{ old: text, new: String(Number(text) + 1) }],
          })
        }),
      )
      const codes = outcomes.map((outcome) => (outcome.status === 'failed' ? outcome.code : outcome.status))
      expect(codes.every((code) => code === 'ok' || code === 'stale_file' || code === 'text_not_found')).toBe(true)
      count += codes.filter((code) => code === 'ok').length
    }
    expect(await one.say('fs.read_file', { path: 'MEMORY.md' })).toBe(String(count))
    expect(count).toBeGreaterThanOrEqual(10)
  })

  test('lose no line that is appended', async () => {
    await using houses = await stackOf(twoHouses())
    const sessions = await houses.sessions()
    const lines = Array.from({ length: 12 }, (_, index) => index)
    const outcomes = await Promise.all(
      lines.map((line) =>
        sessions[line % 2 === 0 ? 0 : 1].call('fs.write_file', {
          path: 'memory/log.md',
          content: `${line}\n`,
          append: true,
        }),
      ),
    )
    const done = lines.filter((line) => outcomes[line]?.status === 'ok')
    const log = (await sessions[0].say('fs.read_file', { path: 'memory/log.md' })).split('\n').map(Number)
    expect(log.toSorted((left, right) => left - right)).toEqual(done)
  })
})

describe('an agent that is removed while a session works as it', () => {
  const changes = [
    ['fs.write_file', { path: 'SOUL.md', content: 'forged\n', overwrite: true }],
    ['fs.write_file', { path: 'memory/new.md', content: 'x' }],
    ['fs.move', { from: 'note.txt', to: 'USER.md' }],
  ] as const

  test.each(changes)('is changed by nobody any more, who hear why (%s %o)', async (tool, args) => {
    await using house = await openHouse()
    const ada = await house.session('helper', 'ada')
    await ada.call('fs.write_file', { path: 'note.txt', content: 'ordinary\n' })
    await house.store.remove('helper')
    expect(await ada.call(tool, args)).toMatchObject({
      code: 'tool_not_available',
      message: expect.stringContaining('"helper" was removed since'),
    })
    expect(await ada.say('fs.read_file', { path: 'note.txt' })).toBe('ordinary')
  })

  test.each(changes)('and made anew as another, too (%s %o)', async (tool, args) => {
    await using house = await openHouse()
    const ada = await house.session('helper', 'ada')
    await ada.call('fs.write_file', { path: 'note.txt', content: 'ordinary\n' })
    await house.store.remove('helper')
    await house.create('helper', 'predefined', { 'SOUL.md': 'strict\n' })
    expect(await ada.call(tool, args)).toMatchObject({ code: 'tool_not_available' })
    const later = await house.session('helper', 'ada')
    expect(await later.say('fs.read_file', { path: 'SOUL.md' })).toBe('strict')
    expect(await later.say('fs.list_files', {})).not.toMatch(/USER|new/)
  })
})

/** Two houses that close together, and a session of the same user in each. */
async function stackOf(opening: Promise<readonly [AgentHouse, AgentHouse]>) {
  const [one, other] = await opening
  return {
    sessions: async () => [await one.session('helper', 'ada'), await other.session('helper', 'ada')] as const,
    [Symbol.asyncDispose]: async () => {
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}

test('an agent that is created after the start has sessions of the house, and any once it was seen', async () => {
  await using house = await openHouse()
  const late = { principal: { agent: 'late' } }
  await expect(house.drawbridge.house.openSession(late)).rejects.toThrow('the agent "late" does not exist')
  await house.create('late', 'open')
  expect((await house.drawbridge.house.openSession(late)).principal.agent).toBe('late')
  expect(house.drawbridge.openSession(late).principal.agent).toBe('late')
})
