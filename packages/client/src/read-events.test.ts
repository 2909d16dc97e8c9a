import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEvents, type StreamEvent } from './read-events.ts'

async function read(...pieces: readonly string[]): Promise<readonly StreamEvent[]> {
  const stream = ReadableStream.from(pieces.map((piece) => new TextEncoder().encode(piece)))
  const events: StreamEvent[] = []
  for await (const event of readEvents(stream)) events.push(event)
  return events
}

test('events have a name, a place and their data, and comments are none', async () => {
  expect(
    await read(': hello\n\nid: 7\nevent: tool.started\ndata: {"a":1}\n\ndata: one\ndata: two\n\ndata: cut off'),
  ).toEqual([
    { id: '7', event: 'tool.started', data: { a: 1 } },
    { id: '7', event: 'message', data: 'one\ntwo' },
  ])
})

test('events are the same in whatever pieces they come, and with whatever ends of lines', async () => {
  const text = 'id: 1\nevent: ä\ndata: {"x":"→"}\n\nid: 2\ndata: y\n\n: z\n\n'
  const whole = await read(text)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('\n', '\r\n', '\r'), fc.array(fc.nat(80), { maxLength: 6 }), async (end, cuts) => {
      const written = `${text.replaceAll('\n', end)}:`
      const places = [0, ...cuts.map((cut) => Math.min(cut, written.length)).toSorted((a, b) => a - b), written.length]
      const pieces = places.slice(1).map((place, index) => written.slice(places[index], place))
      expect(await read(...pieces)).toEqual(whole)
    }),
  )
})
