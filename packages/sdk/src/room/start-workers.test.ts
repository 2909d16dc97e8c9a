import { defineRoom, type House, type WorkerRow } from '@drawbridge/room'
import { expect, test } from 'vitest'
import { startWorkers } from './start-workers.ts'

// A worker of these tests asks its house for nothing.
const house = {} as House

function roomWith(name: string, ...workers: readonly WorkerRow[]) {
  return defineRoom({ name, workers })
}

function noting(notes: string[], name: string): WorkerRow {
  return {
    name,
    start: async (_, section) => {
      notes.push(`${name} starts with ${section}`)
      return { [Symbol.asyncDispose]: async () => void notes.push(`${name} ends`) }
    },
  }
}

test('the background work of rooms starts in their order with their sections, and ends the last one first', async () => {
  const notes: string[] = []
  const rooms = [roomWith('a', noting(notes, 'mail'), noting(notes, 'clock')), roomWith('b', noting(notes, 'watch'))]
  const workers = startWorkers(rooms, { house, sectionFor: ({ name }) => `section ${name}`, onError: expect.fail })
  await expect.poll(() => notes).toHaveLength(3)
  await workers[Symbol.asyncDispose]()
  expect(notes).toEqual([
    ...['mail starts with section a', 'clock starts with section a', 'watch starts with section b'],
    ...['watch ends', 'clock ends', 'mail ends'],
  ])
})

test('background work that does not start is told by name, and the rest starts', async () => {
  const [notes, errors]: [string[], string[]] = [[], []]
  const broken: WorkerRow = {
    name: 'mail',
    start: async () => {
      throw new Error('no server')
    },
  }
  const rooms = [roomWith('a', broken, noting(notes, 'clock'))]
  await using _workers = startWorkers(rooms, { house, sectionFor: () => 1, onError: (text) => void errors.push(text) })
  await expect.poll(() => notes).toEqual(['clock starts with 1'])
  expect(errors).toEqual(['The background work "mail" of the room "a": no server'])
})

test('background work that is still starting when it has to end is ended, and no other one is started', async () => {
  const notes: string[] = []
  const began = Promise.withResolvers<void>()
  const slow: WorkerRow = {
    name: 'slow',
    start: async () => {
      await began.promise
      return { [Symbol.asyncDispose]: async () => void notes.push('slow ends') }
    },
  }
  const workers = startWorkers([roomWith('a', slow, noting(notes, 'clock'))], {
    ...{ house, sectionFor: () => undefined, onError: expect.fail },
  })
  const ended = workers[Symbol.asyncDispose]()
  began.resolve()
  await ended
  expect(notes).toEqual(['slow ends'])
})
