import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApprovalRequest, approveEverything, approveWith } from '@drawbridge/core'
import { loadDialect } from '@drawbridge/core/dialect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { replayRecorded } from '../simulate/replay-recorded.ts'

let scratch: string
let workspace: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-dialects-'))
  workspace = join(scratch, 'project')
  await mkdir(workspace)
  await writeFile(join(workspace, 'a.txt'), 'one\ntwo\nthree\n')
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({
    workspace,
    home: join(scratch, 'home'),
    dialect: 'claude',
    authority: { approvers: [approveEverything] },
    ...options,
  })

test('a model works with the names and parameters that it knows', async () => {
  await using drawbridge = await open()
  const { call } = drawbridge.openSession({ id: 'work' })
  const read = await call({ name: 'Read', arguments: { file_path: 'a.txt', offset: 2, limit: 1 } })
  expect(read.text).toMatch(/^2\ttwo/)
  const edit = { file_path: 'a.txt', old_string: 'two', new_string: 'TWO', replace_all: 'false' }
  expect(await call({ name: 'Edit', arguments: edit })).toMatchObject({
    status: 'ok',
    result: { meta: { tool: 'fs.edit', exposedName: 'Edit' } },
  })
  const edits = [{ old_string: 'one', new_string: '1' }]
  expect(await call({ name: 'MultiEdit', arguments: { file_path: 'a.txt', edits } })).toMatchObject({ status: 'ok' })
  expect(await call({ name: 'Write', arguments: { file_path: 'b/c.txt', content: 'x' } })).toMatchObject({
    status: 'ok',
  })
  const found = await call({ name: 'Grep', arguments: { pattern: 'two', '-i': true, '-n': true } })
  expect(found.text).toContain('a.txt')
  const run = await call({ name: 'Bash', arguments: { command: 'cat a.txt', description: 'Shows it', timeout: 5_000 } })
  expect(run.text).toContain('1\nTWO\nthree')
  expect(await readFile(join(workspace, 'a.txt'), 'utf8')).toBe('1\nTWO\nthree\n')
})

test('a login shell of codex is a plain one, so that a command that only reads needs no question', async () => {
  await using drawbridge = await open({ dialect: 'codex', authority: {} })
  const shell = (command: readonly string[]) =>
    drawbridge.openSession().call({ name: 'shell', arguments: { command: [...command] } })
  const read = await shell(['bash', '-lc', 'cat a.txt | head -1'])
  expect(read).toMatchObject({ status: 'ok', result: { meta: { tool: 'runtime.run_command' } } })
  expect(read.text).toContain('one')
  expect(await shell(['bash', '-lc', 'rm a.txt'])).toMatchObject({ status: 'denied' })
  expect(await shell(['bash', '-lc', 'cat a.txt', 'more'])).toMatchObject({ status: 'denied' })
})

test('the record has the canonical call beside the raw one, and a replay is equal', async () => {
  const questions: ApprovalRequest[] = []
  const approver = approveWith('person', (request) => {
    questions.push(request)
    return { answer: 'allow_once' }
  })
  const facts: unknown[] = []
  const watch = async (call: unknown): Promise<{ verdict: 'allow' }> => {
    facts.push(call)
    return { verdict: 'allow' }
  }
  const hooks = { preToolUse: [{ name: 'watch', run: watch }] }
  {
    await using drawbridge = await open({ authority: { approvers: [approver], hooks } })
    const { call } = drawbridge.openSession({ id: 'work' })
    await call({ name: 'Read', arguments: { file_path: 'a.txt', limit: '2' } })
    await call({ name: 'Edit', arguments: { file_path: 'a.txt', old_string: 'two', new_string: '2' } })
    await call({ name: 'Edit', arguments: { path: 'a.txt', old_string: 'two' } })
    await call({ name: 'Reed', arguments: {} })
  }
  const input = {
    path: 'a.txt',
    edits: [{ old: 'two', new: '2', replace_all: false }],
    create_if_missing: false,
  }
  expect(questions).toMatchObject([{ tool: 'fs.edit', input }])
  expect(facts).toMatchObject([
    { tool: 'fs.read_file', input: { path: 'a.txt', max_lines: 2 } },
    { tool: 'fs.edit', input },
  ])
  const events = recordedEvents(join(scratch, 'home'))
  expect(events.find(({ type }) => type === 'run.started')).toMatchObject({ dialect: 'claude' })
  expect(events.filter(({ type }) => type === 'tool.started')[1]).toMatchObject({ tool: 'fs.edit', input })
  expect(events.filter(({ type }) => type === 'tool.called')[1]).toMatchObject({
    name: 'Edit',
    // With the input in the words of the dialect that is the whole raw call.
    arguments: { keys: ['file_path', 'old_string', 'new_string'], other: {} },
  })
  const report = await replayRecorded({ session: 'work', home: join(scratch, 'home'), workspace })
  expect(report).toMatchObject({ status: 'equal' })
})

describe('a mistake is told in the words of the dialect', () => {
  const failing = async (name: string, given: object) => {
    await using drawbridge = await open()
    const outcome = await drawbridge.openSession().call({ name, arguments: given })
    expect(outcome.status).toBe('failed')
    return outcome.text
  }

  test.each([
    ['a missing field', 'Read', {}, 'file_path'],
    ['a field of the wrong kind', 'Read', { file_path: 'a.txt', offset: 'first' }, 'offset'],
    ['a number out of bounds', 'Read', { file_path: 'a.txt', limit: 100_000 }, 'limit'],
    ['a missing field of another shape', 'Edit', { file_path: 'a.txt', old_string: 'x' }, 'new_string'],
    ['an unknown field', 'Bash', { command: 'true', cwd: 'x' }, 'cwd'],
    ['an unknown field among renamed ones', 'Read', { file_path: 'a.txt', pages: '1-2' }, 'pages'],
  ])('%s', async (_what, name, given, field) => {
    const text = await failing(name, given)
    expect(text).toMatch(new RegExp(`^The arguments of "${name}" are invalid`))
    expect(text).toContain(`- ${field}: expected`)
    expect(text).not.toMatch(/start_line|max_lines|\bpath:|workdir/)
  })

  test('one field under two names', async () => {
    expect(await failing('Read', { file_path: 'a.txt', path: 'b.txt' })).toContain('mean the same field')
  })

  test('the names of tools that resemble an unknown one', async () => {
    expect(await failing('Gerp', {})).toContain('Did you mean "Grep"?')
  })
})

test('rules by canonical names hold for every name of a tool', async () => {
  await using drawbridge = await open({
    config: {
      permissions: { rules: [{ tools: 'fs.edit', when: { path: 'a.*' }, then: 'deny' }] },
      tools: { deny: ['runtime.exec'] },
    },
  })
  const { call, explain } = drawbridge.openSession()
  const edit = { name: 'Edit', arguments: { file_path: 'a.txt', old_string: 'two', new_string: '2' } }
  expect(await call(edit)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
  expect(await explain(edit)).toMatchObject({ tool: 'fs.edit', dialect: 'claude', decision: { verdict: 'deny' } })
  const edits = [{ old_string: 'two', new_string: '2' }]
  const multi = { name: 'MultiEdit', arguments: { file_path: 'a.txt', edits } }
  expect(await call(multi)).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
  for (const name of ['Bash', 'runtime__exec', 'runtime.exec'])
    expect(await call({ name, arguments: { command: 'true' } })).toMatchObject({ code: 'tool_not_available' })
  expect(await explain({ name: 'Edit', arguments: {} })).toMatchObject({
    tool: 'fs.edit',
    available: true,
    failure: { code: 'validation_error' },
  })
})

test('the loop guard counts the same call under all its names', async () => {
  await using drawbridge = await open()
  const { call } = drawbridge.openSession()
  const same = [
    { name: 'Read', arguments: { file_path: 'a.txt' } },
    { name: 'Read', arguments: { path: 'a.txt' } },
    { name: 'fs__read_file', arguments: { path: 'a.txt', line_numbers: true } },
    { name: 'Read', arguments: { file_path: 'a.txt', offset: 1 } },
  ]
  const texts = []
  for (const each of same) texts.push((await call(each)).text)
  expect(texts.at(-1)).toContain('This call was made 4 times')
})

test('what a dialect shows is what it takes, under names that are its own', async () => {
  await using drawbridge = await open()
  const { snapshot } = drawbridge.openSession()
  const edit = snapshot.find('fs.edit')
  const shown = snapshot.show(await (edit as NonNullable<typeof edit>).load())
  expect(shown).toMatchObject({ name: 'Edit', inputSchema: { required: ['file_path', 'old_string', 'new_string'] } })
  const glob = snapshot.find('fs.glob')
  expect(snapshot.show(await (glob as NonNullable<typeof glob>).load()).description).toContain('use Grep')
})

describe('the dialect of a session', () => {
  const nameOf = async (options: DrawbridgeOptions, provider?: string) => {
    await using drawbridge = await open(options)
    return drawbridge.openSession({ scope: { provider } }).snapshot.names.dialect
  }

  test.each([
    ['anthropic/claude-opus-4-1', 'claude'],
    ['google/gemini-2.5-pro', 'gemini'],
    ['openai/gpt-5', 'codex'],
    ['ollama/llama-4', 'safe'],
    [undefined, 'safe'],
  ])('auto chooses for a session of %s the dialect %s', async (provider, dialect) => {
    expect(await nameOf({ dialect: 'auto' }, provider)).toBe(dialect)
  })

  test('is that of the configuration if the program names none', async () => {
    const config = { tools: { dialect: 'goclaw' } } as const
    await using drawbridge = await createDrawbridge({ workspace, home: join(scratch, 'home'), config })
    expect(drawbridge.openSession().snapshot.names.dialect).toBe('goclaw')
    expect(drawbridge.openSession({ dialect: await loadDialect('gemini') }).snapshot.names.dialect).toBe('gemini')
  })

  test.each([
    [{ tools: { dialect: 'goclaw' } } as const, 'goclaw'],
    [{}, 'claude'],
  ])('falls back on that of the model only if the configuration names none: %j', async (config, dialect) => {
    const options = { workspace, home: join(scratch, 'home'), config, fallbackDialect: 'auto' } as const
    await using drawbridge = await createDrawbridge(options)
    const scope = { provider: 'anthropic/claude-opus-4-1' }
    expect(drawbridge.openSession({ scope }).snapshot.names.dialect).toBe(dialect)
  })

  test('is refused with the nearest name if it does not exist', async () => {
    await expect(open({ dialect: 'cluade' as 'claude' })).rejects.toThrow(/"cluade".* Did you mean "claude"\?/)
  })
})
