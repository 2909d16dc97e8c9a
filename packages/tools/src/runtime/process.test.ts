import { createSessionState } from '@drawbridge/core/registry'
import { createFakeClock } from '@drawbridge/core/testing'
import { describe, expect, test } from 'vitest'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { openWorkspace, type Workspace } from '../testing/open-workspace.ts'
import { outcomeText } from '../testing/outcome-text.ts'
import { readKey } from './process/key-bytes.ts'
import { type ProcessEntry, processTable } from './process/process-table.ts'
import { processTool } from './process.ts'
import { runtimeTools } from './runtime-tools.ts'

async function start(workspace: Workspace, command: string, more: object = {}): Promise<string> {
  const outcome = await workspace.call('runtime.exec', { command, background: true, ...more })
  expect(outcome.status).toBe('ok')
  return (outcome.result.data as { process_id: string }).process_id
}

const act = (workspace: Workspace, action: string, more: object = {}) =>
  workspace.call('runtime.process', { action, ...more })

/** Polls until the text has come, and gives all that was read on the way. */
async function pollUntil(workspace: Workspace, id: string, text: string): Promise<string> {
  let read = ''
  for (let tries = 0; tries < 50 && !read.includes(text); tries += 1) {
    read += outcomeText(await act(workspace, 'poll', { id, wait_seconds: 5 }))
  }
  return read
}

describe('a process in the background', () => {
  test('outlives its call; what is new is polled, and its end is told', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'echo one; read line; echo "got $line"; exit 3')
    expect(await pollUntil(workspace, id, 'one')).toContain('Process still running')
    expect(outcomeText(await act(workspace, 'poll', { id }))).toMatch(/^\[No new output\. Process still running/)
    await act(workspace, 'write', { id, data: 'two\n' })
    expect(await pollUntil(workspace, id, 'ended')).toMatch(/got two[\s\S]*Process ended\. Exit code 3/)
    expect((await act(workspace, 'poll', { id })).result.data).toMatchObject({
      process: { process_id: id, status: 'exited', exit_code: 3 },
      new_bytes: 0,
    })
  })

  test('is listed with its state, newest first', async () => {
    await using workspace = await openWorkspace()
    const first = await start(workspace, 'true')
    const second = await start(workspace, 'sleep 60')
    await pollUntil(workspace, first, 'ended')
    expect(outcomeText(await act(workspace, 'list'))).toMatch(
      new RegExp(`^${second} running .* :: sleep 60\n${first} exited \\(0\\) .* :: true$`),
    )
  })

  test('keeps a log that is read by lines', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'seq 1 500')
    await pollUntil(workspace, id, 'ended')
    const last = await act(workspace, 'log', { id, limit: 3 })
    expect(outcomeText(last)).toContain('498\n499\n500')
    expect(last.result.data).toMatchObject({ first_line: 497, lines: 3, total_lines: 500, lost_bytes: 0 })
    expect(outcomeText(await act(workspace, 'log', { id, offset: 0, limit: 2 }))).toMatch(/^1\n2\n/)
  })

  test('keeps the last MiB of a longer output and reports the lost bytes', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'yes 0123456789 | head -c 3000000; echo; echo END')
    await expect.poll(async () => outcomeText(await act(workspace, 'log', { id, limit: 1 }))).toMatch(/^END\n.*ended/s)
    const lost = 3_000_005 - 1_048_576
    expect((await act(workspace, 'log', { id })).result.data).toMatchObject({ lost_bytes: lost })
    expect(outcomeText(await act(workspace, 'poll', { id }))).toContain(
      `${lost} bytes before this are no longer available`,
    )
  })

  test('reads its input until it is closed', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'cat; echo closed', { stdin: 'first\n' })
    await act(workspace, 'write', { id, data: 'second\n', eof: true })
    expect(await pollUntil(workspace, id, 'ended')).toMatch(/first\n[\s\S]*second\n[\s\S]*closed/)
    expect(await act(workspace, 'write', { id, data: 'x' })).toMatchObject({ code: 'command_failed' })
  })

  test('takes keys: characters, names and the signals of a terminal', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'trap "echo interrupted; exit 0" INT; echo ready; read a; echo "a=$a"; read b')
    await pollUntil(workspace, id, 'ready')
    await act(workspace, 'send_keys', { id, keys: ['y', 'enter'] })
    await pollUntil(workspace, id, 'a=y')
    await act(workspace, 'send_keys', { id, keys: ['ctrl-c'] })
    expect(await pollUntil(workspace, id, 'ended')).toContain('interrupted')
  })

  test('all are killed at once', async () => {
    await using workspace = await openWorkspace()
    for (let count = 0; count < 2; count++) {
      await workspace.call('runtime.exec', { command: 'sleep 60', background: true })
    }
    const { result } = await act(workspace, 'kill', { id: 'all' })
    expect(result.data).toMatchObject({ processes: [{ status: 'stopped' }, { status: 'stopped' }] })
    expect(outcomeText(await act(workspace, 'kill', { id: 'all' }))).toBe('No background process was running.')
  })

  test('is killed with all it started', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'trap "" INT TERM; sleep 60 & echo "child $!."; wait')
    const child = Number(/child (\d+)\./.exec(await pollUntil(workspace, id, 'child'))?.[1])
    expect(isAlive(child)).toBe(true)
    expect(outcomeText(await act(workspace, 'kill', { id }))).toContain('Stopped after')
    expect(isAlive(child)).toBe(false)
    expect((await act(workspace, 'list')).result.data).toMatchObject({ processes: [{ status: 'stopped' }] })
  })

  test('ends at its own time limit', async () => {
    await using workspace = await openWorkspace()
    const id = await start(workspace, 'sleep 60', { timeout_seconds: 1 })
    expect(await pollUntil(workspace, id, 'ended')).toContain('Stopped at its time limit of 1 s')
  })

  test('ends with its session', async () => {
    let child = 0
    {
      await using workspace = await openWorkspace()
      const id = await start(workspace, 'sleep 60 & echo "child $!."; wait')
      child = Number(/child (\d+)\./.exec(await pollUntil(workspace, id, 'child'))?.[1])
      expect(isAlive(child)).toBe(true)
    }
    expect(isAlive(child)).toBe(false)
  })

  test('is forgotten when it is cleared, which a running one is not', async () => {
    await using workspace = await openWorkspace()
    const ended = await start(workspace, 'true')
    const running = await start(workspace, 'sleep 60')
    await pollUntil(workspace, ended, 'ended')
    expect(await act(workspace, 'clear', { id: running })).toMatchObject({ code: 'invalid_target' })
    expect(outcomeText(await act(workspace, 'clear'))).toBe(`Forgotten: ${ended}.`)
    expect(await act(workspace, 'poll', { id: ended })).toMatchObject({
      status: 'failed',
      code: 'invalid_target',
      message: expect.stringContaining(`It has: ${running}.`),
    })
  })
})

describe('runtime.process', () => {
  test.each([
    [{ action: 'poll' }, 'needs the id'],
    [{ action: 'write', id: 'p1' }, 'data, eof or both'],
    [{ action: 'send_keys', id: 'p1', keys: ['hyper-x'] }, 'Unknown key "hyper-x"'],
    [{ action: 'send_keys', id: 'p1' }, 'needs keys'],
  ])('%j is refused', async (input, says) => {
    await using workspace = await openWorkspace()
    const outcome = await workspace.call('runtime.process', input)
    expect(outcome).toMatchObject({ code: 'validation_error', message: expect.stringContaining(says) })
  })

  test('looking and ending need no permission, input does, since nobody knows what becomes of it', () => {
    const listed = runtimeTools.find(({ name }) => name === 'runtime.process')
    const authority = (action: 'list' | 'poll' | 'log' | 'kill' | 'clear' | 'write' | 'send_keys') => {
      const input = { action, id: 'p1', wait_seconds: 0, limit: 1, eof: false }
      return {
        permission: processTool.effective?.(input, [])?.permission ?? listed?.permission,
        targets: processTool.targets?.(input),
      }
    }
    for (const action of ['list', 'poll', 'log', 'kill', 'clear'] as const) {
      expect(authority(action)).toEqual({ permission: 'readonly', targets: [] })
    }
    for (const action of ['write', 'send_keys'] as const) {
      expect(authority(action)).toMatchObject({ permission: 'write', targets: [{ kind: 'dynamic', of: 'command' }] })
    }
  })

  test('knows keys by name, control keys and single characters', () => {
    expect(readKey('Enter')).toEqual({ kind: 'bytes', text: '\n' })
    expect(readKey('ctrl-l')).toEqual({ kind: 'bytes', text: '\f' })
    expect(readKey('ctrl-c')).toEqual({ kind: 'signal', signal: 'SIGINT' })
    expect(readKey('ctrl-d')).toEqual({ kind: 'end' })
    expect(readKey('é')).toEqual({ kind: 'bytes', text: 'é' })
    expect(readKey('ab')).toBeUndefined()
    expect(readKey('__proto__')).toBeUndefined()
  })
})

describe('the table of a session', () => {
  const ended = { end: { kind: 'exited', exitCode: 0 }, durationMs: 1, survivors: [] } as const
  const entry = (isRunning: boolean): Pick<ProcessEntry, 'command' | 'cwd' | 'process'> => ({
    command: 'x',
    cwd: '/',
    process: {
      pid: 1,
      startedAt: 0,
      read: () => ({ bytes: new Uint8Array(0), from: 0, totalBytes: 0 }),
      outcome: () => (isRunning ? undefined : ended),
      ended: Promise.resolve(ended),
      nextOutput: async () => undefined,
      write: () => 'closed',
      closeInput: () => undefined,
      signal: () => undefined,
      stop: async () => ended,
    },
  })

  test('forgets what ended half an hour ago, and keeps what runs', () => {
    const clock = createFakeClock(0)
    const table = createSessionState().use(processTable)
    table.add(entry(true))
    table.add(entry(false))
    expect(table.list(clock).map(({ id }) => id)).toEqual(['p2', 'p1'])
    clock.advance(30 * 60 * 1000)
    expect(table.list(clock)).toHaveLength(2)
    clock.advance(1)
    expect(table.list(clock).map(({ id }) => id)).toEqual(['p1'])
  })

  test('has room for 32 that run', () => {
    const clock = createFakeClock(0)
    const table = createSessionState().use(processTable)
    for (let count = 0; count < 31; count += 1) table.add(entry(true))
    table.assertRoom(clock)
    table.add(entry(true))
    expect(() => table.assertRoom(clock)).toThrow(/32 processes are already running/)
  })
})
