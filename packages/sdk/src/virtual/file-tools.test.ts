import type { AgentStore } from '@drawbridge/core/virtual'
import { createAgentStore } from '@drawbridge/store/agent'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { type AgentHouse, type AgentSession, openAgentHouse } from './__fixtures__/agent-house.ts'

const template = { 'SOUL.md': 'You are patient.\n', 'USER.md': 'Nobody yet.\n', 'BOOTSTRAP.md': 'Say hello.\n' }

const limits = { maxBytes: 1000, maxDocuments: 12, maxTotalBytes: 5000 }

/** The eight file tools on what is virtual, whatever keeps it. */
function suite(makeStore: () => Promise<AgentStore>): void {
  let house: AgentHouse
  let open: Record<'ada' | 'bob', AgentSession>
  let fixed: Record<'ada' | 'bob', AgentSession>
  beforeEach(async () => {
    house = await openAgentHouse(await makeStore(), {
      agents: { limits, generators: (agent) => ({ 'TEAM.md': () => `You are ${agent} of the red team.\n` }) },
    })
    await house.create('open', 'open', template)
    await house.create('fixed', 'predefined', template)
    open = { ada: sessionOf('open', 'ada'), bob: sessionOf('open', 'bob') }
    fixed = { ada: sessionOf('fixed', 'ada'), bob: sessionOf('fixed', 'bob') }
  })
  afterEach(() => house[Symbol.asyncDispose]())

  /** Opened when it is first used: most tests need one or two. */
  const sessionOf = (agent: string, user: string): AgentSession => {
    let opened: Promise<AgentSession> | undefined
    const open = () => (opened ??= house.session(agent, user))
    return {
      call: async (tool, args) => (await open()).call(tool, args),
      say: async (tool, args) => (await open()).say(tool, args),
    }
  }

  const sessions = ['open', 'fixed'] as const
  const of = (type: (typeof sessions)[number], user: 'ada' | 'bob') => (type === 'open' ? open : fixed)[user]

  /** Where a user of an agent may write, where they may not, and who sees it then. */
  const writable = [
    { type: 'open', path: 'SOUL.md' },
    { type: 'open', path: 'HEARTBEAT.md' },
    { type: 'open', path: 'MEMORY.md' },
    { type: 'open', path: 'memory/2026/plan.md' },
    { type: 'fixed', path: 'USER.md' },
    { type: 'fixed', path: 'MEMORY.md' },
    { type: 'fixed', path: 'memory/notes.txt' },
  ] as const
  const readonly = [
    { type: 'open', path: 'TEAM.md' },
    { type: 'fixed', path: 'SOUL.md' },
    { type: 'fixed', path: 'HEARTBEAT.md' },
    { type: 'fixed', path: 'BOOTSTRAP.md' },
    { type: 'fixed', path: 'DELEGATION.md' },
  ] as const

  describe.each(writable)('$path of an $type agent', ({ type, path }) => {
    const put = (user: 'ada' | 'bob', content: string) =>
      of(type, user).call('fs.write_file', { path, content, overwrite: true })

    test('is written, read and told apart by user, and lies nowhere on the disk', async () => {
      expect(await put('ada', 'of ada\n')).toMatchObject({ status: 'ok', result: { data: { bytes: 7 } } })
      expect(await put('bob', 'of bob\n')).toMatchObject({ status: 'ok' })
      expect(await of(type, 'ada').say('fs.read_file', { path })).toBe('of ada')
      expect(await of(type, 'bob').say('fs.read_file', { path })).toBe('of bob')
      expect(await house.onDisk(type, 'ada', path)).toBeUndefined()
    })

    test('is appended to and edited, with a diff, strategy and hashes', async () => {
      await put('ada', 'one\n')
      expect(await of(type, 'ada').call('fs.write_file', { path, content: 'two\n', append: true })).toMatchObject({
        status: 'ok',
        result: { data: { bytes: 8, appended: true } },
      })
      const edited = await of(type, 'ada').call('fs.edit', { path, edits: [{ old: 'two', new: 'three' }] })
      expect(edited).toMatchObject({ status: 'ok', result: { data: { strategy: 'exact' } } })
      expect(JSON.stringify(edited.result.data)).toContain('+three')
      expect(await of(type, 'ada').say('fs.read_file', { path })).toBe('one\nthree')
    })

    test('is listed with size and time, found by glob and search', async () => {
      await put('ada', 'a red\nherring\n')
      const listed = await of(type, 'ada').call('fs.list_files', { recursive: true })
      expect(listed.result.data).toMatchObject({
        entries: expect.arrayContaining([
          { path, type: 'file', size: 14, modified: expect.stringMatching(/^20\d\d-/) },
        ]),
      })
      const found = await of(type, 'ada').call('fs.search', { query: 'her+ing$', context: 1 })
      expect(found.result.data).toMatchObject({
        shown: 1,
        matches: [
          { path, line: 1, kind: 'context' },
          { path, line: 2, column: 1, text: 'herring' },
        ],
      })
      const name = path.split('/').at(-1)
      expect((await of(type, 'ada').call('fs.glob', { pattern: `**/${name}` })).result.data).toMatchObject({
        files: [path],
        hidden: 0,
      })
    })

    test('is moved out to the disk and in again', async () => {
      await put('ada', 'mobile\n')
      expect(await of(type, 'ada').call('fs.move', { from: path, to: 'out/there.txt' })).toMatchObject({ status: 'ok' })
      expect(await house.onDisk(type, 'ada', 'out/there.txt')).toBe('mobile\n')
      expect(await of(type, 'ada').call('fs.move', { from: 'out/there.txt', to: path, overwrite: true })).toMatchObject(
        {
          status: 'ok',
        },
      )
      expect(await house.onDisk(type, 'ada', 'out/there.txt')).toBeUndefined()
      expect(await of(type, 'ada').say('fs.read_file', { path })).toBe('mobile')
    })

    test('is deleted for its user alone, and a backup is kept', async () => {
      await put('ada', 'of ada\n')
      await put('bob', 'of bob\n')
      expect(await of(type, 'ada').call('fs.delete', { path })).toMatchObject({
        status: 'ok',
        result: { data: { kind: 'file', backed_up: true } },
      })
      expect(await of(type, 'ada').call('fs.read_file', { path })).toMatchObject({ code: 'file_not_found' })
      expect(await of(type, 'bob').say('fs.read_file', { path })).toBe('of bob')
      expect(await of(type, 'ada').call('fs.write_file', { path, content: 'again' })).toMatchObject({ status: 'ok' })
    })

    test('is not written over what changed since it was read', async () => {
      await put('ada', 'first\n')
      await of(type, 'ada').call('fs.read_file', { path })
      const elsewhere = await house.session(type, 'ada')
      await elsewhere.call('fs.write_file', { path, content: 'second\n', overwrite: true })
      const late = await put('ada', 'third\n')
      expect(late).toMatchObject({ status: 'failed', code: 'stale_file' })
      expect(await of(type, 'ada').call('fs.edit', { path, edits: [{ old: 'first', new: 'x' }] })).toMatchObject({
        code: 'stale_file',
      })
      expect(await of(type, 'ada').say('fs.read_file', { path })).toBe('second')
    })

    test('is not a place for what is not text, or too much of it', async () => {
      const big = await put('ada', 'x'.repeat(1001))
      expect(big).toMatchObject({ code: 'file_too_large', message: expect.stringContaining('Split it') })
      await house.plant(type, 'ada', 'photo.bin', 'a\0b')
      expect(await of(type, 'ada').call('fs.move', { from: 'photo.bin', to: path, overwrite: true })).toMatchObject({
        code: 'not_a_file',
      })
      expect(await house.onDisk(type, 'ada', 'photo.bin')).toBe('a\0b')
    })
  })

  describe.each(readonly)('$path of a $type agent', ({ type, path }) => {
    test.each([
      ['fs.write_file', { path, content: 'x', overwrite: true }],
      ['fs.edit', { path, edits: [{ old: 'You', new: 'I' }] }],
      ['fs.delete', { path }],
      ['fs.move', { from: path, to: 'out.md' }],
      ['fs.move', { from: 'in.md', to: path }],
    ])('cannot be changed by %s, for a reason that says what to do', async (tool, args) => {
      await house.plant(type, 'ada', 'in.md', 'x')
      const before = await of(type, 'bob').say('fs.read_file', { path })
      expect(await of(type, 'ada').call(tool, args)).toMatchObject({
        status: 'denied',
        code: 'path_outside_roots',
        message: expect.stringMatching(/(USER|MEMORY)\.md/),
      })
      expect(await of(type, 'bob').say('fs.read_file', { path })).toBe(before)
      expect(await house.onDisk(type, 'ada', path)).toBeUndefined()
      expect(await house.onDisk(type, 'ada', 'in.md')).toBe('x')
    })
  })

  test.each(sessions)('a user of an %s agent begins with the template', async (type) => {
    const ada = of(type, 'ada')
    expect(await ada.say('fs.read_file', { path: 'SOUL.md' })).toBe('You are patient.')
    expect(await ada.say('fs.read_file', { path: 'USER.md' })).toBe('Nobody yet.')
    expect(await ada.say('fs.list_files', {})).toMatch(
      /^BOOTSTRAP\.md\t11\t.*\nSOUL\.md\t17\t.*\nTEAM\.md\t\d+\t.*\nUSER\.md\t12\t.*\nmemory\/\t\t2023/,
    )
    expect(await ada.say('fs.read_file', { path: 'TEAM.md' })).toBe(`You are ${type} of the red team.`)
    expect(await ada.say('fs.search', { query: 'patient|red team', mode: 'files' })).toBe('SOUL.md\nTEAM.md')
  })

  test('what a user of an open agent deletes is gone for them, also where the template has it', async () => {
    await open.ada.call('fs.delete', { path: 'SOUL.md' })
    expect(await open.ada.call('fs.read_file', { path: 'SOUL.md' })).toMatchObject({ code: 'file_not_found' })
    expect(await open.ada.say('fs.list_files', {})).not.toContain('SOUL.md')
    expect(await open.bob.say('fs.read_file', { path: 'SOUL.md' })).toBe('You are patient.')
  })

  test.each([
    ['fs.write_file', { content: '', overwrite: true }],
    ['fs.write_file', { content: ' \n', overwrite: true }],
    ['fs.edit', { edits: [{ old: 'Say hello.\n', new: '' }] }],
  ])('BOOTSTRAP.md is deleted by emptying it (%s)', async (tool, args) => {
    expect(await open.ada.call(tool, { path: 'BOOTSTRAP.md', ...args })).toMatchObject({ status: 'ok' })
    expect(await open.ada.call('fs.read_file', { path: 'BOOTSTRAP.md' })).toMatchObject({ code: 'file_not_found' })
    expect(await open.ada.say('fs.write_file', { path: 'BOOTSTRAP.md', content: '' })).toBe(
      '"BOOTSTRAP.md" is deleted, because an empty text was written to it.',
    )
    expect(await open.bob.say('fs.read_file', { path: 'BOOTSTRAP.md' })).toBe('Say hello.')
  })

  test('memory that all share is seen by each, and changed for the one who changes it', async () => {
    await house.store.memory.save(
      { agent: 'open' },
      { path: 'memory/company.md', text: 'We make bridges.\n', expected: undefined, modifiedMs: 1, trust: 'trusted' },
    )
    await open.ada.call('fs.edit', { path: 'memory/company.md', edits: [{ old: 'bridges', new: 'boats' }] })
    expect(await open.ada.say('fs.read_file', { path: 'memory/company.md' })).toBe('We make boats.')
    expect(await open.bob.say('fs.search', { query: 'We make' })).toContain('We make bridges.')
    expect(await open.ada.say('fs.search', { query: 'We make', mode: 'count' })).toContain('memory/company.md\t1')
  })

  test('a folder of the memory is listed, searched, deleted whole, and not moved', async () => {
    for (const name of ['a', 'b/c', 'b/d'])
      await open.ada.call('fs.write_file', { path: `memory/${name}.md`, content: `note ${name}\n` })
    const list = async (args: Readonly<Record<string, unknown>>) =>
      (await open.ada.say('fs.list_files', args)).replace(/\t.*$/gm, '')
    expect(await list({ path: 'memory' })).toBe('memory/a.md\nmemory/b/')
    expect(await list({ path: 'memory', recursive: true })).toBe('memory/a.md\nmemory/b/\nmemory/b/c.md\nmemory/b/d.md')
    expect(await open.ada.say('fs.search', { path: 'memory/b', query: 'note' })).toMatch(
      /^memory\/b\/c\.md.*\n.*d\.md/s,
    )
    expect((await open.ada.call('fs.glob', { path: 'memory', pattern: '*/d.md' })).result.data).toMatchObject({
      files: ['memory/b/d.md'],
    })
    expect(await open.ada.call('fs.delete', { path: 'memory/b' })).toMatchObject({ code: 'is_a_directory' })
    expect(await open.ada.call('fs.move', { from: 'memory/b', to: 'x', recursive: true })).toMatchObject({
      code: 'is_a_directory',
      message: expect.stringContaining('one by one'),
    })
    expect(await open.ada.call('fs.delete', { path: 'memory/b', recursive: true })).toMatchObject({ status: 'ok' })
    expect(await list({ path: 'memory', recursive: true })).toBe('memory/a.md')
  })

  test('newest first holds over the disk and what is virtual', async () => {
    await house.plant('open', 'ada', 'old.md', 'x')
    await open.ada.call('fs.write_file', { path: 'memory/new.md', content: 'x' })
    const files = (await open.ada.call('fs.glob', { pattern: '**/*.md' })).result.data as { files: string[] }
    expect(files.files.slice(0, 2)).toEqual(['memory/new.md', 'old.md'])
    expect(files.files.toSorted()).toEqual(
      ['BOOTSTRAP.md', 'SOUL.md', 'TEAM.md', 'USER.md', 'memory/new.md', 'old.md'].toSorted(),
    )
  })

  test('a search goes over both with the same options, and says so where there are more', async () => {
    await house.plant('open', 'ada', 'notes/plan.txt', 'first line\nsecond LINE\n')
    await open.ada.call('fs.write_file', { path: 'MEMORY.md', content: 'a line\nand LINE\n' })
    const search = async (args: Readonly<Record<string, unknown>>) =>
      (await open.ada.call('fs.search', args)).result.data
    expect(await search({ query: '(?i)line' })).toMatchObject({ shown: 4 })
    expect(await search({ query: '(?i)line', glob: '*.md' })).toMatchObject({ shown: 2 })
    expect(await search({ query: '(?i)line', type: 'txt' })).toMatchObject({ shown: 2 })
    expect(await search({ query: 'line\\n.*LINE', multiline: true, mode: 'files' })).toMatchObject({ shown: 2 })
    expect(await search({ query: 'line', limit: 1 })).toMatchObject({ shown: 1, truncated: true })
    expect(await search({ query: 'line', path: 'memory.md' })).toMatchObject({ matches: [{ path: 'memory.md' }] })
    expect(await open.ada.call('fs.search', { query: '(' })).toMatchObject({ code: 'invalid_pattern' })
  })

  test('rules of the workspace on what to ignore bear on both', async () => {
    await house.plant('open', 'ada', '.gitignore', 'memory/drafts\n')
    await open.ada.call('fs.write_file', { path: 'memory/drafts/x.md', content: 'needle\n' })
    for (const [tool, args] of [
      ['fs.search', { query: 'needle' }],
      ['fs.glob', { pattern: '**/x.md' }],
      ['fs.list_files', { recursive: true }],
    ] as const) {
      expect(await open.ada.say(tool, args)).not.toMatch(/drafts\/x\.md/)
      expect(await open.ada.say(tool, { ...args, ignore: false })).toMatch(/drafts\/x\.md/)
    }
  })

  test('no more is kept for an agent and user than the limits say', async () => {
    const write = (index: number, length: number) =>
      open.ada.call('fs.write_file', { path: `memory/${index}.md`, content: 'x'.repeat(length) })
    for (let index = 0; index < 5; index += 1) expect(await write(index, 900)).toMatchObject({ status: 'ok' })
    expect(await write(5, 900)).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('Delete') })
    for (let index = 5; index < 12; index += 1) expect(await write(index, 1)).toMatchObject({ status: 'ok' })
    expect(await write(12, 1)).toMatchObject({ code: 'quota_exceeded', message: expect.stringContaining('12 files') })
    expect(await open.bob.call('fs.write_file', { path: 'memory/0.md', content: 'x' })).toMatchObject({ status: 'ok' })
  })

  test('a name that is nearly right is suggested', async () => {
    expect(await open.ada.say('fs.read_file', { path: 'SOULS.md' })).toContain('"SOUL.md"')
  })

  test('a secret is shown as a marker and edited around', async () => {
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    await house.store.memory.save(
      { agent: 'open', user: 'ada' },
      { path: 'MEMORY.md', text: `key ${token}\nother\n`, expected: undefined, modifiedMs: 1, trust: 'trusted' },
    )
    const shown = await open.ada.say('fs.read_file', { path: 'MEMORY.md' })
    expect(shown).not.toContain(token)
    const line = shown.split('\n')[0] ?? ''
    expect(
      await open.ada.call('fs.write_file', { path: 'MEMORY.md', content: `${line}\nmore\n`, overwrite: true }),
    ).toMatchObject({ code: 'redacted_content' })
    expect(
      await open.ada.call('fs.edit', { path: 'MEMORY.md', edits: [{ old: `${line}\nother`, new: `${line}\nmore` }] }),
    ).toMatchObject({ status: 'ok' })
    expect((await house.store.memory.find({ agent: 'open', user: 'ada' }, 'MEMORY.md'))?.text).toBe(
      `key ${token}\nmore\n`,
    )
  })

  test('below the root, and in a folder opened by path, files of these names are ordinary', async () => {
    expect(await open.ada.call('fs.write_file', { path: 'docs/SOUL.md', content: 'on disk' })).toMatchObject({
      status: 'ok',
    })
    expect(await house.onDisk('open', 'ada', 'docs/SOUL.md')).toBe('on disk')
    const project = house.drawbridge.openSession({ principal: { agent: 'open', user: 'ada' } })
    await project.call({ name: 'fs.write_file', arguments: { path: 'SOUL.md', content: 'of the project' } })
    expect(await open.ada.say('fs.read_file', { path: 'SOUL.md' })).toBe('You are patient.')
  })
}

describeDatabases('virtual files', ({ open }) => suite(async () => createAgentStore(await open())))
