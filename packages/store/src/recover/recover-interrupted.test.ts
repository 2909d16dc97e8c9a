import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { statement } from '../database/statement.ts'
import { sampleSession } from '../session/__fixtures__/sample-events.ts'
import { createDatabaseRecorder } from '../session/create-database-recorder.ts'
import { readEvents } from '../session/read-events.ts'
import { hasEnded, processIdentity } from './process-identity.ts'
import { silenceMs } from './recorder-registry.ts'
import { recoverInterrupted } from './recover-interrupted.ts'

const moveRecorder = statement<[host: string, pid: number, started: string]>(
  'update recorders set host = $1, pid = $2, process_started = $3',
)
const countRecorders = statement<[], { found: number }>('select count(*) as found from recorders')

test('a process is known by number and start: a number that was given again is another one', async () => {
  const own = processIdentity()
  expect(hasEnded(own)).toBe(false)
  expect(hasEnded({ ...own, started: '1' })).toBe(true)
  expect(hasEnded({ ...own, host: 'elsewhere' })).toBeUndefined()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const identity = { ...own, pid: child.pid ?? -1, started: '' }
  expect(hasEnded(identity)).toBe(false)
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(hasEnded(identity)).toBe(true)
})

describeDatabases('open calls', ({ kind, open }) => {
  /** One call that has started, recorded by a process that may be made any other. */
  const withOpenCall = async () => {
    const database = await open()
    const recorder = createDatabaseRecorder(database)
    onTestFinished(() => recorder[Symbol.asyncDispose]())
    await recorder.append(sampleSession('s').started('c'), 'durable')
    return { database, recorder }
  }
  const own = processIdentity()

  test('of a process that lives are left alone', async () => {
    const { database } = await withOpenCall()
    expect(await recoverInterrupted(database, { now: () => Date.now() + silenceMs - 5_000 })).toEqual([])
  })

  test('of a process of this host that stands still end on a server, and it records nothing more of those runs when it wakes', async () => {
    const { database, recorder } = await withOpenCall()
    const found = await recoverInterrupted(database, { now: () => Date.now() + silenceMs + 5_000 })
    expect(found).toHaveLength(kind === 'postgres' ? 1 : 0)
    if (kind === 'sqlite') return
    const session = sampleSession('s')
    await expect(recorder.append(session.ended('c'), 'durable')).rejects.toThrow('took it for dead')
    await expect(recorder.append(session.ended('c'), 'durable')).rejects.toThrow('took it for dead')
    await recorder.append(sampleSession('s', 'run-2').started('d'), 'durable')
    const types = (await Array.fromAsync(readEvents(database))).map(({ type, run }) => `${type} ${run}`)
    expect(types).toEqual(['tool.started run-1', 'tool.interrupted run-1', 'tool.started run-2'])
  })

  test('of a process of this host end when it has gone, though it has just given a sign of life', async () => {
    const { database } = await withOpenCall()
    await database.run(moveRecorder, own.host, own.pid, 'another start')
    expect(await recoverInterrupted(database)).toEqual([
      { session: 's', run: 'run-1', toolCallId: 'c', tool: 'fs.write_file' },
    ])
    expect(await database.get(countRecorders)).toEqual({ found: 0 })
  })

  test('of a process of another host end after its silence and no sooner', async () => {
    const { database } = await withOpenCall()
    await database.run(moveRecorder, 'elsewhere', own.pid, own.started)
    expect(await recoverInterrupted(database, { now: () => Date.now() + silenceMs - 5_000 })).toEqual([])
    expect(await recoverInterrupted(database, { now: () => Date.now() + silenceMs + 5_000 })).toHaveLength(1)
  })

  // A file has no clock of its own.
  if (kind === 'postgres') {
    test('of another host are judged by the clock of the server, whatever either host says', async () => {
      const clock = vi.spyOn(Date, 'now')
      onTestFinished(() => clock.mockRestore())
      const time = Date.now()
      clock.mockReturnValue(time - 10 * silenceMs)
      const { database } = await withOpenCall()
      clock.mockReturnValue(time + 10 * silenceMs)
      await database.run(moveRecorder, 'elsewhere', own.pid, own.started)
      expect(await recoverInterrupted(database)).toEqual([])
    })
  }

  test('end once, of however many who look at once', async () => {
    const { database } = await withOpenCall()
    await database.run(moveRecorder, own.host, own.pid, 'another start')
    const others = [await open(), await open(), database, database]
    const found = await Promise.all(others.map((other) => recoverInterrupted(other)))
    expect(found.flat()).toHaveLength(1)
    const types = (await Array.fromAsync(readEvents(database))).map(({ type }) => type)
    expect(types).toEqual(['tool.started', 'tool.interrupted'])
  })

  test('that were left open by a process that ended in good order end as well', async () => {
    const { database, recorder } = await withOpenCall()
    await recorder[Symbol.asyncDispose]()
    expect(await recoverInterrupted(database)).toHaveLength(1)
  })

  test('of which the end comes after all stay interrupted, since others may have gone on', async () => {
    const { database, recorder } = await withOpenCall()
    await database.run(moveRecorder, own.host, own.pid, 'another start')
    await recoverInterrupted(database)
    await expect(recorder.append(sampleSession('s').ended('c'), 'grouped')).rejects.toThrow('took it for dead')
    const status = statement<[], { status: string }>("select status from session_nodes where id = 'result/c'")
    expect(await database.get(status)).toEqual({ status: 'interrupted' })
  })
})

describeDatabases('open runs', ({ open }) => {
  const own = processIdentity()
  const endsOf = async (database: Awaited<ReturnType<typeof open>>) =>
    (await Array.fromAsync(readEvents(database))).flatMap((event) => (event.type === 'run.ended' ? [event] : []))

  test('of a process that died end as interrupted, once, whoever looks, and those that had ended do not', async () => {
    const database = await open()
    const recorder = createDatabaseRecorder(database)
    onTestFinished(() => recorder[Symbol.asyncDispose]())
    const [left, over] = [sampleSession('left', 'run-1'), sampleSession('over', 'run-2')]
    for (const event of [left.opening(), over.opening(), over.endedRun()]) await recorder.append(event, 'durable')
    expect(await recoverInterrupted(database)).toEqual([])
    expect(await endsOf(database)).toMatchObject([{ run: 'run-2', reason: 'completed' }])
    await database.run(moveRecorder, own.host, own.pid, 'another start')
    await Promise.all([recoverInterrupted(database), recoverInterrupted(database)])
    expect(await endsOf(database)).toMatchObject([
      { session: 'over', run: 'run-2', reason: 'completed' },
      { session: 'left', run: 'run-1', sequence: 2, reason: 'interrupted' },
    ])
    expect(await database.get(countRecorders)).toEqual({ found: 0 })
  })

  test('of a process that ended in good order were not interrupted', async () => {
    const database = await open()
    {
      await using recorder = createDatabaseRecorder(database)
      await recorder.append(sampleSession('s').opening(), 'durable')
    }
    await recoverInterrupted(database)
    expect(await endsOf(database)).toEqual([])
  })
})
