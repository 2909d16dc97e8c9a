import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { recordedEvents } from '../../../../scripts/test-support/recorded-events.ts'
import { createDrawbridge } from '../create-drawbridge.ts'
import type { DrawbridgeOptions } from '../drawbridge-options.ts'
import { openSessionRecord } from './open-session-record.ts'

let scratch: string
let home: string
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'drawbridge-recording-'))
  home = join(scratch, 'home')
  await mkdir(join(scratch, 'project'))
  await writeFile(join(scratch, 'project', 'a.txt'), 'hello\n')
})
afterEach(() => rm(scratch, { recursive: true, force: true }))

const open = (options: DrawbridgeOptions = {}) =>
  createDrawbridge({ workspace: join(scratch, 'project'), home, useConfig: options.config !== undefined, ...options })
const read = { name: 'fs.read_file', arguments: { path: 'a.txt' } }

/** A process that works on a session and never comes back from a call. */
async function killedAtWork(record: 'database' | 'files'): Promise<void> {
  const program = `
    import { approveEverything, defineTool } from ${JSON.stringify(import.meta.resolve('@drawbridge/core'))}
    import { createDrawbridge } from ${JSON.stringify(import.meta.resolve('../create-drawbridge.ts'))}
    import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
    const stay = defineTool({ name: 'test.stay', description: 'Stays.', permission: 'write',
      input: z.strictObject({ why: z.string() }),
      execute: () => { console.log('at work'); return new Promise(() => setInterval(() => undefined, 1000)) } })
    const drawbridge = await createDrawbridge({ workspace: 'project', home: 'home', useConfig: false, tools: { own: [stay] }, authority: { approvers: [approveEverything] }, record: ${JSON.stringify(record)} })
    await drawbridge.openSession({ id: 'work' }).call({ name: 'test.stay', arguments: { why: 'to be killed' } })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { cwd: scratch })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
}

describe('sessions are recorded', () => {
  test('in the database of the home, which is made with the first call', async () => {
    await using drawbridge = await open()
    const session = drawbridge.openSession({ id: 'work' })
    expect(existsSync(join(home, 'drawbridge.db'))).toBe(false)
    expect((await session.call(read)).status).toBe('ok')
    expect(recordedEvents(home, 'database').map(({ type }) => type)).toContain('tool.completed')
    expect(existsSync(join(home, 'sessions'))).toBe(false)
  })

  test('in files where the operator says so, and then nothing opens a database', async () => {
    await using drawbridge = await open({ config: { store: { kind: 'files' } } })
    const session = drawbridge.openSession()
    await session.call(read)
    expect(await session.interrupted()).toEqual([])
    expect(recordedEvents(home, 'files').map(({ type }) => type)).toContain('tool.completed')
    expect(await readdir(home)).not.toContain('drawbridge.db')
  })

  test('in files that whoever opens the database next takes over', async () => {
    {
      await using drawbridge = await open({ record: 'files' })
      await drawbridge.openSession({ id: 'filed' }).call(read)
    }
    expect(await readdir(home)).not.toContain('drawbridge.db')
    {
      await using drawbridge = await open()
      await drawbridge.openSession({ id: 'kept' }).call(read)
    }
    const sessions = new Set(recordedEvents(home, 'database').map(({ session }) => session))
    expect(sessions).toEqual(new Set(['filed', 'kept']))
  })
})

test('a session that goes on in the database after it was in a file keeps its order', async () => {
  {
    await using drawbridge = await open({ record: 'files' })
    await drawbridge.openSession({ id: 'work' }).call(read)
  }
  await using drawbridge = await open()
  await drawbridge.openSession({ id: 'work' }).call(read)
  const times = recordedEvents(home, 'database').map(({ time }) => time)
  expect(times.length).toBeGreaterThan(6)
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('entries past their retention are removed by the next recording', async () => {
  const clock = { ...systemClock, now: () => Date.now() - 10 * 86_400_000 }
  {
    await using drawbridge = await open({ clock })
    await drawbridge.openSession({ id: 'old' }).call(read)
  }
  {
    await using drawbridge = await open({ config: { store: { retentionDays: 7 } } })
    await drawbridge.openSession({ id: 'new' }).call(read)
  }
  expect(new Set(recordedEvents(home, 'database').map(({ session }) => session))).toEqual(new Set(['new']))
})

test.each(['database', 'files'] as const)(
  'whoever takes a session up again sees what was interrupted when its process was killed (record: %s)',
  async (record) => {
    await killedAtWork(record)
    if (record === 'files') await closed(openSessionRecord({ home, environment: {} }))
    await using drawbridge = await open()
    const session = drawbridge.openSession({ id: 'work' })
    expect(await session.interrupted()).toMatchObject([{ tool: 'test.stay', input: { why: 'to be killed' } }])
    expect(await drawbridge.openSession({ id: 'other' }).interrupted()).toEqual([])
  },
)

async function closed(opening: Promise<AsyncDisposable | undefined>): Promise<void> {
  await (await opening)?.[Symbol.asyncDispose]()
}
