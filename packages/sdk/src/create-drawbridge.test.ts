import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approveEverything } from '@drawbridge/core'
import { createScriptedApprover } from '@drawbridge/core/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recordedEvents, recordedLines } from '../../../scripts/test-support/recorded-events.ts'
import { createDrawbridge } from './create-drawbridge.ts'
import type { DrawbridgeOptions } from './drawbridge-options.ts'

let scratch: string
let workspace: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-sdk-'))
  workspace = join(scratch, 'project')
  await mkdir(workspace)
  await writeFile(join(workspace, 'greeting.txt'), 'hello\r\nworld\r\n')
  await writeFile(
    join(workspace, 'check.mjs'),
    "import { readFileSync } from 'node:fs'\nprocess.exit(readFileSync('greeting.txt', 'utf8').includes('world') ? 0 : 3)\n",
  )
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({ workspace, home: join(scratch, 'home'), ...options })

test('the library does not start on Windows either', async () => {
  vi.stubGlobal('process', { ...process, versions: process.versions, platform: 'win32' })
  vi.resetModules()
  try {
    await expect(import('./index.ts')).rejects.toMatchObject({ code: 'unsupported_runtime' })
  } finally {
    vi.unstubAllGlobals()
    vi.resetModules()
  }
})

describe('a drawbridge on a real folder', () => {
  test('reads, searches, edits and runs a test, and records each call once', async () => {
    await using drawbridge = await open({ authority: { approvers: [approveEverything] } })
    const session = drawbridge.openSession({ id: 'work' })
    const read = await session.call({ name: 'fs__read_file', arguments: { path: 'greeting.txt' } })
    const found = await session.call({ name: 'fs__search', arguments: { query: 'wor' } })
    const edited = await session.call({
      name: 'fs__edit',
      arguments: { path: 'greeting.txt', edits: [{ old: 'world', new: 'there' }] },
    })
    const tested = await session.call({
      name: 'runtime__run_command',
      arguments: { argv: [process.execPath, 'check.mjs'] },
    })
    expect([read.status, found.status, edited.status]).toEqual(['ok', 'ok', 'ok'])
    expect(tested).toMatchObject({ status: 'failed', code: 'command_failed' })
    expect(await readFile(join(workspace, 'greeting.txt'), 'utf8')).toBe('hello\r\nthere\r\n')
    const events = recordedEvents(join(scratch, 'home'))
    expect(events.filter(({ type }) => /^tool\.(completed|failed)$/.test(type))).toHaveLength(4)
  })

  test('asks before a write with what it needs to know, and touches nothing after a no', async () => {
    const approver = createScriptedApprover([{ tool: 'fs.write_file', answer: 'deny', reason: 'not now' }])
    await using drawbridge = await open({ authority: { approvers: [approver] } })
    const outcome = await drawbridge
      .openSession()
      .call({ name: 'fs.write_file', arguments: { path: 'new.txt', content: 'x' } })
    expect(outcome).toMatchObject({ status: 'denied', code: 'denied_by_user' })
    expect(approver.requests[0]).toMatchObject({
      tool: 'fs.write_file',
      targets: [{ kind: 'path', access: 'write', zone: 'workspace' }],
    })
    expect(await readdir(workspace)).not.toContain('new.txt')
  })

  test('lets no link lead out of the workspace', async () => {
    await writeFile(join(scratch, 'outside.txt'), 'private')
    await symlink(join(scratch, 'outside.txt'), join(workspace, 'inside.txt'))
    await using drawbridge = await open()
    const outcome = await drawbridge.openSession().call({ name: 'fs.read_file', arguments: { path: 'inside.txt' } })
    expect(outcome).toMatchObject({ status: 'denied', code: 'path_outside_roots' })
    expect(JSON.stringify(outcome.result.content)).not.toContain('private')
  })

  test('closes its own data to its tools, wherever it lies', async () => {
    const home = join(workspace, '.drawbridge')
    await using drawbridge = await open({ home, authority: { approvers: [approveEverything] } })
    const session = drawbridge.openSession()
    const read = await session.call({ name: 'fs.read_file', arguments: { path: '.drawbridge/sessions' } })
    const listed = await session.call({ name: 'fs.list_files', arguments: { path: '.', ignore: false } })
    expect(read.status).toBe('denied')
    expect(JSON.stringify(listed.result.content)).not.toContain('.drawbridge')
  })

  test('takes a registered secret out of results and records', async () => {
    const secret = ['very', 'private', 'value', 'of', 'mine'].join('_')
    await writeFile(join(workspace, 'notes.txt'), `the word is ${secret}\n`)
    await using drawbridge = await open({ scrub: { secrets: [secret] } })
    const outcome = await drawbridge
      .openSession({ id: 's' })
      .call({ name: 'fs.read_file', arguments: { path: 'notes.txt' } })
    expect(outcome.status).toBe('ok')
    expect(JSON.stringify(outcome)).not.toContain(secret)
    expect(recordedLines(join(scratch, 'home')).join('\n')).toContain('tool.completed')
    expect(recordedLines(join(scratch, 'home')).join('\n')).not.toContain(secret)
  })

  test('called a file stale that the session itself changed by a command: only a change by others is', async () => {
    await using drawbridge = await open({ authority: { approvers: [approveEverything] } })
    const session = drawbridge.openSession()
    const edit = (old: string) =>
      session.call({ name: 'fs.edit', arguments: { path: 'greeting.txt', edits: [{ old, new: 'x' }] } })
    const run = (command: string) => session.call({ name: 'runtime.exec', arguments: { command } })
    await session.call({ name: 'fs.read_file', arguments: { path: 'greeting.txt' } })
    await run("sed -i 's/hello/good day/' greeting.txt")
    expect(await edit('good day')).toMatchObject({ status: 'ok' })
    await writeFile(join(workspace, 'greeting.txt'), 'of another\n')
    await run("sed -i 's/another/others/' greeting.txt")
    expect(await edit('others')).toMatchObject({ code: 'stale_file' })
  })

  test('keeps a long output whole, and the model pages through it', async () => {
    await using drawbridge = await open({ authority: { approvers: [approveEverything] } })
    const session = drawbridge.openSession()
    const script = 'for (let line = 1; line <= 30000; line += 1) console.log("line " + line)'
    const long = await session.call({
      name: 'runtime.run_command',
      arguments: { argv: [process.execPath, '-e', script] },
    })
    const id = long.result.meta.artifact
    expect(long.result.meta.truncated?.totalBytes).toBeGreaterThan(200_000)
    const page = await session.call({ name: 'artifact.read', arguments: { id, from_line: 15_000, max_lines: 3 } })
    expect(JSON.stringify(page.result.content)).toMatch(/line 1499\d|line 1500\d/)
    const stranger = await drawbridge.openSession().call({ name: 'artifact.read', arguments: { id } })
    expect(stranger).toMatchObject({ code: 'file_not_found' })
  })

  test('leaves nothing open', async () => {
    const before = process.getActiveResourcesInfo().length
    const drawbridge = await open({ authority: { approvers: [approveEverything] } })
    await drawbridge.openSession().call({ name: 'runtime.run_command', arguments: { argv: ['true'] } })
    await drawbridge[Symbol.asyncDispose]()
    await expect.poll(() => process.getActiveResourcesInfo().length).toBeLessThanOrEqual(before)
  })
})

test('an option that cannot work is refused at the start, by name', async () => {
  await expect(open({ workspace: '/' })).rejects.toThrow('too large a folder')
  await expect(open({ authority: { readRoots: ['relative'] } })).rejects.toThrow('"relative"')
  await expect(open({ scrub: { secrets: ['abc'] } })).rejects.toThrow('shorter than six')
})
