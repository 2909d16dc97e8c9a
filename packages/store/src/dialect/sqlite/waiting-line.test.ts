import { expect, test } from 'vitest'
import { createWaitingLine } from './waiting-line.ts'

const long = 10_000

test('who comes first is served first, one at a time', async () => {
  const line = createWaitingLine()
  const served: string[] = []
  const first = await line.enter(long)
  const others = ['second', 'third'].map(async (name) => {
    using _turn = await line.enter(long)
    served.push(`${name} begins`)
    await Promise.resolve()
    served.push(`${name} ends`)
  })
  expect(served).toEqual([])
  first?.[Symbol.dispose]()
  await Promise.all(others)
  expect(served).toEqual(['second begins', 'second ends', 'third begins', 'third ends'])
})

test('a waiter that gave up delays no one', async () => {
  const line = createWaitingLine()
  const first = await line.enter(long)
  const impatient = line.enter(1)
  const patient = line.enter(long)
  expect(await impatient).toBeUndefined()
  first?.[Symbol.dispose]()
  expect(await patient).toBeDefined()
})

test('a turn that is ended twice lets in no second one beside the next', async () => {
  const line = createWaitingLine()
  const first = await line.enter(long)
  const second = line.enter(long)
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  expect(await second).toBeDefined()
  expect(await line.enter(1)).toBeUndefined()
})
