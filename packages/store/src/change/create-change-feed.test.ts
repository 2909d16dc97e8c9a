import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeDatabases } from '../__fixtures__/describe-databases.ts'
import { withNotes } from '../__fixtures__/notes.ts'
import { startWorker } from '../__fixtures__/start-worker.ts'
import { statement } from '../database/statement.ts'
import type { Change } from './change.ts'

describeDatabases('change events', ({ open, options }) => {
  test('reach who subscribed to their topic, of this connection and of another, in order', async () => {
    const [own, other] = [await open(), await open()]
    const seen: Change[] = []
    using _subscription = await own.subscribe('approval', (change) => void seen.push(change))
    await own.publish('approval', 'one')
    await own.publish('grant', 'unheard')
    await other.publish('approval', 'two')
    await vi.waitFor(() => expect(seen).toHaveLength(2), 20_000)
    expect(seen).toEqual([
      { topic: 'approval', key: 'one' },
      { topic: 'approval', key: 'two' },
    ])
  })

  test('are not told of what was rolled back', async () => {
    const database = await open()
    const seen: Change[] = []
    using _subscription = await database.subscribe('approval', (change) => void seen.push(change))
    const failing = database.transaction(async (transaction) => {
      await transaction.publish('approval', 'never')
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await database.publish('approval', 'kept')
    await vi.waitFor(() => expect(seen).toEqual([{ topic: 'approval', key: 'kept' }]), 20_000)
  })

  test('reach another process, and come from one', async () => {
    const database = await withNotes(open())
    const listener = startWorker(options(), { kind: 'listen' })
    expect(await listener.next()).toBe('ready')
    await database.publish('note', 'from here')
    expect(await listener.next()).toBe('from here')

    const seen: (string | undefined)[] = []
    using _subscription = await database.subscribe('note', ({ key }) => void seen.push(key))
    const writer = startWorker(options(), { kind: 'write', prefix: 'there', times: 3 })
    expect(await writer.next()).toBe('ready')
    writer.tell()
    const expected = ['there-0', 'there-1', 'there-2']
    await vi.waitFor(() => expect(seen).toEqual(expected), { timeout: 20_000 })
    expect([await listener.next(), await listener.next(), await listener.next()]).toEqual(expected)
    listener.tell()
    expect(await listener.ended).toEqual({ code: 0, errors: '' })
  })

  test('keep no process alive', async () => {
    const program = `
      const { openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, '../database/index.ts'))})
      const database = await openDatabase(${JSON.stringify(options())})
      await database.subscribe('note', () => undefined)
      console.log('listening')`
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'listening\n' })
  })

  test('go to the other listeners when one of them fails, which is shown as a warning', async () => {
    const database = await open()
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    onTestFinished(() => warned.mockRestore())
    using _failing = await database.subscribe('note', () => {
      throw new Error('listener failed')
    })
    const seen: Change[] = []
    using _other = await database.subscribe('note', (change) => void seen.push(change))
    await database.publish('note', 'a')
    await vi.waitFor(() => expect(seen).toEqual([{ topic: 'note', key: 'a' }]), 20_000)
    expect(warned).toHaveBeenCalledWith(expect.objectContaining({ message: 'listener failed' }))
  })

  test('are no longer told to who has left, and start again with the next who comes', async () => {
    const database = await open()
    const seen: string[] = []
    const first = await database.subscribe('note', ({ key }) => void seen.push(`first ${key}`))
    first[Symbol.dispose]()
    await database.publish('note', 'unheard')
    using _second = await database.subscribe('note', ({ key }) => void seen.push(`second ${key}`))
    await database.publish('note', 'heard')
    await vi.waitFor(() => expect(seen).toEqual(['second heard']), 20_000)
  })

  test('are removed after an hour, but for the newest', async () => {
    const past = { ...systemClock, now: () => Date.now() - 3_700_000 }
    const earlier = await open({ clock: past })
    await earlier.publish('note', 'old')
    const database = await open()
    await database.transaction(async (transaction) => {
      for (let count = 0; count < 500; count += 1) await transaction.publish('note', `new ${count}`)
    })
    const counted = statement<[], object>(
      "select count(*) as all_rows, sum(case when key = 'old' then 1 else 0 end) as old from changes",
    )
    expect(await database.get(counted)).toEqual({ all_rows: 500, old: 0 })
  })

  test('with a key that is too long are refused', async () => {
    const database = await open()
    await expect(database.publish('note', 'x'.repeat(1_001))).rejects.toThrow('at most 1000 characters')
    await database.publish('note', 'x'.repeat(1_000))
  })
})
