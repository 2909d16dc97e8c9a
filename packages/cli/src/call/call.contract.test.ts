import { closeSync, ftruncateSync, linkSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { describe, expect, test } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { recordedStart } from '../__fixtures__/read-record.ts'
import { jsonOf, resultOf, runCli, startCli } from '../__fixtures__/run-cli.ts'
import { runHere } from '../__fixtures__/run-here.ts'
import { scratchFolder } from '../__fixtures__/scratch-folder.ts'

interface CallResult {
  readonly status: string
  readonly isError: boolean
  readonly code?: string
  readonly message?: string
  readonly data?: Record<string, unknown>
  readonly meta: Record<string, unknown>
}

type Line = readonly [tool: string, args: unknown, expected: object]

/** Makes the calls of the lines in one session and compares each outcome with what its line expects. */
async function expectOutcomes(folder: ReturnType<typeof scratchFolder>, approve: string, lines: readonly Line[]) {
  const input = lines.map(([tool, args]) => JSON.stringify({ tool, arguments: args })).join('\n')
  const result = await runHere(folder, ['call', '--jsonl', '--approve', approve], input)
  const outcomes = result.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as CallResult)
  expect(outcomes).toMatchObject(lines.map(([, , expected]) => expected))
  return { ...result, outcomes }
}

const failed = (code: string, message: RegExp) => ({
  status: 'failed',
  isError: true,
  code,
  message: expect.stringMatching(message),
})
const ok = { status: 'ok', isError: false }

describe('one call', () => {
  test('that waits for the desk says so on standard error, with the command that answers', async () => {
    const folder = scratchFolder({ 'policy.jsonc': '{"approvals":{"waitSeconds":1}}' })
    const words = [
      'fs.write_file',
      '{"path":"a.txt","content":"x"}',
      '--approve',
      'desk',
      '--config',
      'policy.jsonc',
      '--json',
    ]
    const result = await runHere(folder, ['call', ...words])
    expect(jsonOf(result)).toMatchObject({ status: 'denied', code: 'approval_timeout' })
    expect(result.stderr).toBe(
      `fs.write_file waits up to 1 s for approval. To answer it, run in another terminal: drawbridge approvals --home ${folder.home}\n`,
    )
  })

  test('does not touch a path that --deny names, even with approval in advance', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n', 'private/b.txt': 'hello\n' })
    const call = async (path: string) => {
      const words = [
        'fs.delete',
        JSON.stringify({ path }),
        '--approve',
        'always',
        '--deny',
        'x',
        '--deny',
        'private',
        '--json',
      ]
      return jsonOf(await runHere(folder, ['call', ...words]))
    }
    expect(await call('private/b.txt')).toMatchObject({ status: 'denied', code: 'denied_by_policy' })
    expect(await call('a.txt')).toMatchObject({ status: 'ok' })
    const wrong = await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--deny', '*/../x'])
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('real paths do not contain') })
  })

  test('that succeeds: one JSON object in the shape of the contract, exit 0', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    const result = await runCli(folder, ['call', 'fs.read_file', '{"path":"a.txt"}', '--json'])
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(jsonOf(result)).toMatchObject({
      status: 'ok',
      isError: false,
      content: [{ type: 'text', text: 'hello' }],
      meta: {
        toolCallId: expect.stringMatching(/./),
        tool: 'fs.read_file',
        durationMs: expect.any(Number),
        targets: [{ kind: 'path', real: join(folder.workspace, 'a.txt'), zone: 'workspace' }],
        decision: { verdict: 'allow', rule: 'default.readonly', source: 'built-in' },
        redactions: {},
      },
    })
  })

  test('for a person: the content on standard output, what went wrong on standard error', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    expect(await runHere(folder, ['call', 'fs.read_file', '{"path":"a.txt"}'])).toEqual({
      code: 0,
      stdout: 'hello\n',
      stderr: '',
    })
    const missing = await runHere(folder, ['call', 'fs.read_file', '{"path":"b.txt"}'])
    expect(missing).toMatchObject({ code: 1, stdout: '' })
    expect(missing.stderr).toMatch(/^failed, file_not_found: /)
  })

  test('with arguments from standard input', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    const result = await runCli(folder, ['call', 'fs.read_file', '-'], { input: '{"path":"a.txt"}' })
    expect(result).toMatchObject({ code: 0, stdout: 'hello\n' })
  })

  test('with arguments that were cut off: invalid_call, exit 1, and the advice to send it whole', async () => {
    const result = await runHere(scratchFolder(), ['call', 'fs.read_file', '{"path":"a.t', '--json'])
    expect(result.code).toBe(1)
    expect(jsonOf(result)).toMatchObject(failed('invalid_call', /truncated.*complete call again/))
  })

  test('that needs approval with nobody to ask: denied, exit 3, nothing touched, and how to approve', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    const edit = JSON.stringify({ path: 'a.txt', edits: [{ old: 'hello', new: 'bye' }] })
    const result = await runCli(folder, ['call', 'fs.edit', edit, '--json', '--approve', 'ask'])
    expect(result.code).toBe(3)
    expect(jsonOf(result)).toMatchObject({
      status: 'denied',
      code: 'approval_unavailable',
      message: expect.stringContaining('--approve always'),
    })
    expect(readFileSync(join(folder.workspace, 'a.txt'), 'utf8')).toBe('hello\n')
  })

  test('that is interrupted: cancelled with what was done until then, exit 4', async () => {
    const script = 'console.log("started"); setInterval(() => {}, 1000)'
    const folder = scratchFolder({ 'wait.js': script })
    const command = JSON.stringify({ argv: ['node', 'wait.js'] })
    const child = startCli(folder, ['call', 'runtime.run_command', command, '--json', '--approve', 'always'])
    const result = resultOf(child)
    // Nobody is told when the program runs, except by the record.
    await recordedStart(folder.home)
    child.kill('SIGINT')
    expect(await result).toMatchObject({ code: 4 })
    expect(jsonOf(await result)).toMatchObject({
      status: 'cancelled',
      code: 'aborted',
      isError: true,
      partial: true,
      abortReason: expect.stringMatching(/./),
    })
  })
})

describe('what a model gets wrong has a code and a message with the way out', () => {
  test('names, arguments and edits', async () => {
    const folder = scratchFolder({ 'a.txt': 'one\ntwo\ntwo\nthree\n' })
    const edit = (old: string) => ({ path: 'a.txt', edits: [{ old, new: 'x' }] })
    const { code } = await expectOutcomes(folder, 'always', [
      ['fs.raed_file', { path: 'a.txt' }, failed('unknown_tool', /Did you mean "fs\.read_file"/)],
      ['fs.read_file', { path: 'a.txt', lines: 3 }, failed('validation_error', /lines/)],
      ['fs.read_file', {}, failed('validation_error', /path/)],
      ['fs.read_file', 'nonsense', failed('invalid_call', /JSON/)],
      ['fs.edit', edit('two'), failed('ambiguous_edit', /2.*3/s)],
      ['fs.edit', edit('thre e'), failed('text_not_found', /Nearest .*line.* 4/)],
      ['fs.edit', { ...edit('one'), unified_diff: '--- a' }, failed('validation_error', /exactly one/)],
      ['fs.write_file', { path: 'a.txt', content: 'x' }, failed('path_conflict', /overwrite/)],
      ['fs.search', { query: '(' }, failed('invalid_pattern', /./)],
      ['fs.read_file', { path: '.' }, failed('is_a_directory', /./)],
      ['runtime.run_command', { argv: ['no-such-program'] }, failed('command_not_found', /no-such-program/)],
      ['runtime.run_command', { argv: ['node', '-e', 'process.exit(7)'] }, failed('command_failed', /7/)],
    ])
    expect(code).toBe(1)
  })

  test('a malformed line fails alone', async () => {
    const folder = scratchFolder({ 'a.txt': 'hello\n' })
    const read = JSON.stringify({ tool: 'fs.read_file', arguments: { path: 'a.txt' } })
    const { stdout, code } = await runCli(folder, ['call', '--jsonl'], { input: `{"tool":\n\n${read}\n[]\n${read}` })
    const outcomes = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as CallResult)
    expect(outcomes).toMatchObject([failed('invalid_call', /truncated/), ok, failed('invalid_call', /object/), ok])
    expect(code).toBe(1)
  })

  test('a file that changed since it was read: stale_file', async () => {
    const folder = scratchFolder({ 'a.txt': 'one\n' })
    const child = startCli(folder, ['call', '--jsonl', '--approve', 'always'])
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const call = async (tool: string, args: object) => {
      child.stdin.write(`${JSON.stringify({ tool, arguments: args })}\n`)
      return JSON.parse((await answers.next()).value as string) as CallResult
    }
    expect(await call('fs.read_file', { path: 'a.txt' })).toMatchObject(ok)
    writeFileSync(join(folder.workspace, 'a.txt'), 'one, and something else\n')
    const edit = { path: 'a.txt', edits: [{ old: 'one', new: 'two' }] }
    expect(await call('fs.edit', edit)).toMatchObject(failed('stale_file', /read/i))
    child.stdin.end()
  })
})

describe('whatever leads out of the workspace is refused with nobody to ask', () => {
  test('by the path, a symbolic link or a hard link: path_outside_roots, exit 3', async () => {
    const folder = scratchFolder({ 'inside.txt': 'x' })
    const outside = join(folder.root, 'outside.txt')
    writeFileSync(outside, 'not yours\n')
    symlinkSync(outside, join(folder.workspace, 'symbolic'))
    linkSync(outside, join(folder.workspace, 'hard'))
    const refused = { status: 'denied', code: 'path_outside_roots', meta: { decision: { verdict: 'ask' } } }
    const write = { content: 'changed', overwrite: true }
    const { code } = await expectOutcomes(folder, 'never', [
      ['fs.read_file', { path: '../outside.txt' }, refused],
      ['fs.read_file', { path: outside }, refused],
      ['fs.read_file', { path: 'symbolic' }, refused],
      ['fs.write_file', { path: '../outside.txt', ...write }, refused],
      ['fs.write_file', { path: 'symbolic', ...write }, refused],
      ['fs.write_file', { path: 'hard', ...write }, refused],
      ['fs.search', { query: 'yours', path: '..' }, refused],
    ])
    expect(code).toBe(3)
    expect(readFileSync(outside, 'utf8')).toBe('not yours\n')
  })
})

test('files of every kind are returned with their type', async () => {
  const folder = scratchFolder({
    'utf16.txt': Buffer.from('\ufeffgrüße\n', 'utf16le'),
    'crlf.txt': '\ufeffone\r\ntwo\r\n',
    'binary.bin': new Uint8Array([0, 1, 2, 3]),
  })
  const huge = openSync(join(folder.workspace, 'huge.txt'), 'w')
  writeFileSync(huge, 'first line\n')
  ftruncateSync(huge, 5 * 1024 ** 3)
  closeSync(huge)
  const { outcomes } = await expectOutcomes(folder, 'always', [
    ['fs.read_file', { path: 'utf16.txt' }, { ...ok, data: { encoding: 'utf-16le' } }],
    ['fs.edit', { path: 'crlf.txt', edits: [{ old: 'one\ntwo', new: 'one\n2' }] }, ok],
    ['fs.read_file', { path: 'binary.bin' }, ok],
    ['fs.read_file', { path: 'huge.txt', max_lines: 1 }, ok],
  ])
  expect(readFileSync(join(folder.workspace, 'crlf.txt'), 'utf8')).toBe('\ufeffone\r\n2\r\n')
  expect(outcomes[0]).toHaveProperty('content.0.text', 'grüße')
  expect(outcomes[2]?.data).toMatchObject({ kind: 'binary' })
})

test('a secret in a file does not reach the answer', async () => {
  const secret = ['ghp', 'R8d2kfVq0sXw7YbLmT3nZc6HjPaEuG1iOv4S'].join('_')
  const folder = scratchFolder({ 'config.txt': `token is ${secret}\n` })
  const result = await runHere(folder, ['call', 'fs.read_file', '{"path":"config.txt"}', '--json'])
  expect(result.stdout).not.toContain(secret)
  expect(jsonOf<CallResult>(result).meta.redactions).not.toEqual({})
})

test('every call of a session has exactly one outcome in the record', async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const lines = ['fs.read_file', 'fs.nothing', 'fs.write_file'].map((tool) =>
    JSON.stringify({ tool, arguments: { path: 'a.txt' } }),
  )
  const { stdout } = await runHere(folder, ['call', '--jsonl', '--session', 'mine'], lines.join('\n'))
  const ids = stdout
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as CallResult).meta.toolCallId)
  const events = recordedEvents(folder.home)
  expect(new Set(events.map(({ session }) => session))).toEqual(new Set(['mine']))
  const ended = events.flatMap((event) => ('result' in event ? [event.result.toolCallId] : []))
  expect(ended).toEqual(ids)
})

test('a script may make many calls, and the same one again and again', async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  const line = JSON.stringify({ tool: 'fs.read_file', arguments: { path: 'a.txt' } })
  const { code, stdout } = await runHere(folder, ['call', '--jsonl'], Array(40).fill(line).join('\n'))
  expect(code).toBe(0)
  expect(stdout.match(/"status":"ok"/g)).toHaveLength(40)
})

test('--mode and --config decide as their names say', async () => {
  const folder = scratchFolder({ 'a.txt': 'hello\n' })
  writeFileSync(
    join(folder.root, 'strict.jsonc'),
    '{"permissions":{"rules":[{"tools":"fs.read_file","then":"deny","reason":"not today"}]}}',
  )
  const write = ['call', 'fs.write_file', '{"path":"b.txt","content":"x"}', '--json']
  expect(jsonOf(await runHere(folder, [...write, '--mode', 'plan', '--approve', 'always']))).toMatchObject({
    isError: true,
  })
  expect(await runHere(folder, [...write, '--mode', 'accept-edits', '--approve', 'never'])).toMatchObject({ code: 0 })
  const read = await runHere(folder, [
    'call',
    'fs.read_file',
    '{"path":"a.txt"}',
    '--json',
    '--config',
    '../strict.jsonc',
  ])
  expect(read.code).toBe(3)
  expect(jsonOf(read)).toMatchObject({ code: 'denied_by_policy', message: expect.stringContaining('not today') })
})

describe('a command line that cannot be carried out ends with exit 2 and says what to write', () => {
  test.each([
    [['call'], /Name a tool/],
    [['call', '--jsonl', 'fs.read_file'], /must not be on the command line/],
    [['call', 'fs.read_file', '--mode', 'paln'], /non-interactive/],
    [['call', 'fs.read_file', '--mode', 'bypass'], /bypass/],
    [['call', 'fs.read_file', '--config', 'nowhere.jsonc'], /nowhere\.jsonc/],
    [['call', 'fs.read_file', '--approve', 'maybe'], /always/],
    [['call', 'fs.read_file', '--workspace', '/'], /too large a folder for a workspace/],
    [['call', 'fs.read_file', '--workspace', 'nowhere'], /not an existing folder/],
    [['tools', '--dialect', 'saef'], /Did you mean "safe"/],
    [['toolls'], /Did you mean tools/],
  ] as const)('%j', async (args, message) => {
    const { code, stdout, stderr } = await runHere(scratchFolder(), args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(message)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})
