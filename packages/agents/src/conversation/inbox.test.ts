import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@drawbridge/core/base'
import { openDatabase } from '@drawbridge/store/database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migration } from './0002-inbox.ts'
import { openInbox, putInInbox, sessionsWithDeliveries } from './inbox.ts'

async function openTwo() {
  const folder = await mkdtemp(join(tmpdir(), 'drawbridge-inbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const rooms = [
    {
      room: 'agents',
      migrations: [{ name: '0002-inbox', load: async () => ({ migration }) }],
      sealed: [],
    },
  ]
  const open = async () => {
    const database = await openDatabase({ kind: 'sqlite', file: join(folder, 'database.sqlite'), rooms })
    onTestFinished(() => database[Symbol.asyncDispose]())
    return database
  }
  return [await open(), await open()] as const
}

const message = (id: string) => ({ kind: 'message', id, text: id }) as const

test('what is left from another process is taken at once, once, in order, and what cannot be taken stays', async () => {
  const [one, other] = await openTwo()
  const put = (id: string, session = 's') => putInInbox(other, { session, delivery: message(id), clock: systemClock })
  await put('1')
  await put('1')
  await put('elsewhere', 'other')
  const taken: string[] = []
  let mayTake = true
  const inbox = await openInbox(one, {
    session: 's',
    take: async ({ id }) => {
      if (!mayTake) throw new Error('another process writes')
      taken.push(id)
    },
  })
  expect(taken).toEqual(['1'])
  await put('2')
  await put('3')
  await vi.waitFor(() => expect(taken).toEqual(['1', '2', '3']), 5_000)
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  mayTake = false
  await put('4')
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), 5_000)
  await inbox[Symbol.asyncDispose]()
  expect(await sessionsWithDeliveries(one, Date.now() + 1)).toEqual(['other', 's'])
  expect(await sessionsWithDeliveries(one, 0)).toEqual([])
})
