import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'
import type { BenchNode } from './start-node.ts'

/** A client of the WebSocket of a node. */
export interface Follower {
  /** The events that it was sent. */
  count(): number
  /** The times from the record of events to their arrival, in milliseconds. */
  readonly delays: readonly number[]
  /** Resolves once what was recorded before is there. */
  readonly ready: Promise<void>
  /** Reads nothing more. */
  pause(): void
  close(): void
}

/** Connects a client that follows a topic. @param from The position behind which it wants events; default: those from now on. */
export async function follow(
  node: BenchNode,
  { topic, from }: { readonly topic: string; readonly from?: string },
): Promise<Follower> {
  const { ticket } = (await (await node.send('POST', '/v1/ws-tickets')).json()) as { ticket: string }
  const socket = new WebSocket(`${node.url.replace('http', 'ws')}/v1/events`, ['drawbridge.v1', `ticket.${ticket}`])
  const ready = Promise.withResolvers<void>()
  const delays: number[] = []
  let count = 0
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { type: string; items?: { event: { time: number | string } }[] }
    if (frame.type === 'ready') ready.resolve()
    for (const { event } of frame.items ?? []) {
      count += 1
      if (count % 16 === 0) delays.push(Date.now() - new Date(event.time).getTime())
    }
  })
  socket.on('error', ready.reject)
  socket.on('close', (code) => ready.reject(new Error(`The node closed the socket with ${code}.`)))
  ready.promise.catch(() => undefined)
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  socket.send(JSON.stringify({ type: 'subscribe', id: 's', topic, ...(from === undefined ? {} : { from }) }))
  return {
    count: () => count,
    delays,
    ready: ready.promise,
    pause: () => socket.pause(),
    close: () => socket.terminate(),
  }
}

/** Waits until clients got a number of events together, or the time is over. */
export async function untilCounted(followers: readonly Follower[], wanted: number, mostMs: number): Promise<number> {
  const startedAt = performance.now()
  const counted = () => followers.reduce((sum, each) => sum + each.count(), 0)
  while (counted() < wanted && performance.now() - startedAt < mostMs) await wait(20)
  return counted()
}
