import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createStreamEvents } from './stream-events.ts'

const message = (text: string) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { text } }) as const

test('what follows an event on its stream is sent again, in order, and nothing of other streams', async () => {
  const streams = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(streams, fc.nat(), async (order, pick) => {
      const store = createStreamEvents()
      const ids: string[] = []
      for (const [index, stream] of order.entries()) ids.push(await store.storeEvent(stream, message(`${index}`)))
      expect(new Set(ids).size).toBe(ids.length)
      const at = pick % order.length
      const sent: unknown[] = []
      const last = ids[at] ?? ''
      expect(await store.getStreamIdForEventId?.(last)).toBe(order[at])
      await store.replayEventsAfter(last, { send: async (id, event) => void sent.push([id, event]) })
      const rest = order.flatMap((stream, index) =>
        index > at && stream === order[at] ? [[ids[index], message(`${index}`)]] : [],
      )
      expect(sent).toEqual(rest)
    }),
    { numRuns: 50 },
  )
})

test('old events go, and one that is gone is not taken for the beginning', async () => {
  const store = createStreamEvents({ events: 3, size: 1_000_000 })
  const ids: string[] = []
  for (let index = 0; index < 10; index++) ids.push(await store.storeEvent('a', message(`${index}`)))
  expect(await store.getStreamIdForEventId?.(ids[0] ?? '')).toBeUndefined()
  expect(await store.getStreamIdForEventId?.(ids[9] ?? '')).toBe('a')
  await expect(store.replayEventsAfter(ids[0] ?? '', { send: async () => undefined })).rejects.toThrow('no longer kept')
})

test('one huge event is kept, and pushes out the rest', async () => {
  const store = createStreamEvents({ events: 100, size: 1_000 })
  const small = await store.storeEvent('a', message('x'))
  const huge = await store.storeEvent('a', message('x'.repeat(5_000)))
  expect([await store.getStreamIdForEventId?.(small), await store.getStreamIdForEventId?.(huge)]).toEqual([
    undefined,
    'a',
  ])
})

test('the event that only opens a stream is not sent again', async () => {
  const store = createStreamEvents()
  const first = await store.storeEvent('a', {} as never)
  await store.storeEvent('a', {} as never)
  const sent: unknown[] = []
  await store.replayEventsAfter(first, { send: async (id) => void sent.push(id) })
  expect(sent).toEqual([])
})
