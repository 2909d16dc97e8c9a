import { expect, test } from 'vitest'
import { createChannel } from './channel.ts'

test('values come out in order, whether they or their reader came first, and what was sent before the end is read', async () => {
  const channel = createChannel<number>()
  channel.send(1)
  channel.send(2)
  const read = Array.fromAsync(channel.read())
  await Promise.resolve()
  channel.send(3)
  channel.send(4)
  channel.close()
  expect(await read).toEqual([1, 2, 3, 4])
})

test('of two readers that wait, each gets a value or the end (symptom: the first one waits forever)', async () => {
  const channel = createChannel<string>()
  const readers = [1, 2, 3].map(() => channel.read()[Symbol.asyncIterator]().next())
  channel.send('one')
  channel.send('two')
  channel.close()
  expect(await Promise.all(readers)).toEqual([
    { done: false, value: 'one' },
    { done: false, value: 'two' },
    { done: true, value: undefined },
  ])
})
