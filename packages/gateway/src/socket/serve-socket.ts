import type { Clock } from '@drawbridge/core/base'
import type { ServerSocket } from '@drawbridge/net/server'
import { type Caller, hasScope } from '../caller/caller.ts'
import type { PassedNews } from '../chat/passing-news.ts'
import { Problem, problemBody } from '../problem/problem.ts'
import { answerApproval } from '../resources/approvals/decide-approval.ts'
import type { Gateway } from '../server/gateway.ts'
import type { EventFeed, FeedEvent } from './event-feed.ts'
import { type ClientFrame, clientFrame, isOfTopic, maySee, sessionTopic } from './protocol.ts'

/** A socket of a client that is served. */
export interface ServedSocket {
  /** The caller behind it, as it was when it was looked up last. */
  caller(): Caller
  /** Holds everything back that depends on the rights of the caller, until `become` says what they are now: once for each doubt. */
  doubt(): void
  /** Puts the changed rights of the caller into force; undefined ends the socket. */
  become(caller: Caller | undefined): void
  /**
   * Tells the client that something without a position changed.
   * @param mayHear Decides if the caller may know of it. Default: it may.
   */
  changed(topic: string | undefined, key: string | undefined, mayHear?: (caller: Caller) => boolean): void
  /** Tells the client what passes in a session that it follows; left out if it is slow. */
  passing(news: PassedNews): void
  /** Tells the client to go to another node. */
  leave(): void
}

interface Subscription {
  readonly topic: string
  position: number
  isLive: boolean
  /** Asks other nodes for what passes in the session; undefined for other topics. */
  readonly following: Disposable | undefined
}

const mebibyte = 1_048_576
const pausedBytes = 4 * mebibyte
const resumedBytes = mebibyte
const longestQueue = 8 * mebibyte
const replayEvents = 10_000
const heartbeatMs = 20_000
const framesPerSecond = 20

/** Serves one socket: what the client subscribes to, replayed from its position and then live. */
export function serveSocket(
  socket: ServerSocket,
  {
    caller: first,
    gateway,
    feed,
    onClose,
  }: { readonly caller: Caller; readonly gateway: Gateway; readonly feed: EventFeed; onClose(): void },
): ServedSocket {
  const { clock } = gateway
  const subscriptions = new Map<string, Subscription>()
  let caller = first
  let isOpen = true
  let missedPongs = 0
  const send = (frame: object) => {
    if (isOpen) socket.send(JSON.stringify(frame))
  }
  let doubts = 0
  const heldBack: (() => void)[] = []
  const whenCertain = (work: () => void) => (doubts === 0 ? work() : void heldBack.push(work))
  const certain = () => new Promise<void>((resolve) => whenCertain(resolve))
  const goOn = () => {
    for (const work of heldBack.splice(0)) work()
  }
  const listening = feed.listen((events, before) => whenCertain(() => deliver(events, before)))
  let beat = startBeat()
  const limiter = createFrameLimiter(clock)

  socket.onPong(() => {
    missedPongs = 0
  })
  socket.onClose(() => {
    isOpen = false
    listening[Symbol.dispose]()
    beat[Symbol.dispose]()
    for (const id of [...subscriptions.keys()]) unsubscribe(id)
    onClose()
  })
  socket.onMessage((text) => {
    if (!limiter()) return close(4029, 'too many frames')
    const frame = readFrame(text)
    if (frame === undefined) return close(4009, 'not a frame of the protocol')
    void answer(frame).catch((error: unknown) =>
      gateway.onError(error instanceof Error ? error : new Error(String(error))),
    )
  })
  const build = { build: gateway.build, node: gateway.node, serverTime: new Date(clock.now()).toISOString() }
  send({ type: 'hello', protocol: 'drawbridge.v1', ...build, heartbeatMs })

  return {
    caller: () => caller,
    doubt: () => {
      doubts += 1
    },
    become: (changed) => {
      doubts = Math.max(0, doubts - 1)
      if (changed === undefined) close(4001, 'the session is over')
      else caller = changed
      if (doubts === 0 || !isOpen) goOn()
    },
    changed: (topic, key, mayHear = () => true) =>
      whenCertain(() => {
        if (!mayHear(caller)) return
        for (const subscription of subscriptions.values())
          if (subscription.topic === (topic ?? subscription.topic))
            send({ type: 'changed', topic: subscription.topic, ...(key === undefined ? {} : { key }) })
      }),
    passing: (news) => whenCertain(() => pass(news)),
    leave: () => {
      send({ type: 'bye', why: 'draining', retryMs: 500 })
      close(4000, 'draining')
    },
  }

  function pass({ session, owner, event }: PassedNews): void {
    if (socket.bufferedBytes > resumedBytes || !maySee({ owner, agent: undefined }, caller)) return
    const topic = `${sessionTopic}${session}`
    // Once, however often the client subscribed to it.
    const isFollowed = [...subscriptions.values()].some((each) => each.topic === topic && each.isLive)
    if (isFollowed) send({ type: 'passing', topic, event })
  }

  function close(code: number, reason: string): void {
    if (!isOpen) return
    isOpen = false
    socket.close(code, reason)
  }

  function startBeat(): Disposable {
    return clock.after(heartbeatMs, () => {
      if (missedPongs >= 2) return socket.cut()
      missedPongs += 1
      socket.ping()
      beat = startBeat()
    })
  }

  async function answer(frame: ClientFrame): Promise<void> {
    switch (frame.type) {
      case 'ping':
        return send({ type: 'reply', id: frame.id, ok: true })
      case 'ack':
        return
      case 'unsubscribe':
        return unsubscribe(frame.id)
      case 'subscribe':
        return subscribe(frame)
      case 'decide':
        return decide(frame)
      default:
        return frame satisfies never
    }
  }

  function unsubscribe(id: string): void {
    subscriptions.get(id)?.following?.[Symbol.dispose]()
    subscriptions.delete(id)
  }

  async function subscribe({ id, topic, from }: ClientFrame & { type: 'subscribe' }): Promise<void> {
    if (subscriptions.size >= 100) return close(4029, 'too many subscriptions')
    unsubscribe(id)
    const session = topic.startsWith(sessionTopic) ? topic.slice(sessionTopic.length) : undefined
    const following = session === undefined ? undefined : gateway.passing.follow(session)
    const subscription: Subscription = {
      ...{ topic, following },
      ...{ position: Number(from ?? feed.position()), isLive: from === undefined },
    }
    subscriptions.set(id, subscription)
    if (subscription.isLive) return send({ type: 'ready', id, cursor: String(subscription.position) })
    // The node that the client was on before may have read further than this one: what the client has is not sent again.
    if (subscription.position > feed.position())
      subscription.position = Math.min(subscription.position, await feed.head())
    let replayed = 0
    while (isOpen && subscriptions.get(id) === subscription) {
      // Nothing can come between this look and the event after which the subscription is live.
      if (subscription.position >= feed.position()) {
        subscription.isLive = true
        return send({ type: 'ready', id, cursor: String(subscription.position) })
      }
      if (replayed >= replayEvents || socket.bufferedBytes > longestQueue) {
        gap(id, subscription, { why: 'too_far', to: feed.position() })
        subscription.isLive = true
        return send({ type: 'ready', id, cursor: String(subscription.position) })
      }
      const events = await feed.read(subscription.position, Math.min(500, replayEvents - replayed))
      if (events.length === 0) subscription.position = feed.position()
      replayed += events.length
      await certain()
      sendEvents(id, subscription, events)
    }
  }

  function deliver(events: readonly FeedEvent[], before: number): void {
    if (!isOpen) return
    const { bufferedBytes } = socket
    if (bufferedBytes > longestQueue) {
      close(4008, 'too slow')
      return
    }
    for (const [id, subscription] of subscriptions) {
      if (!subscription.isLive) continue
      // Events that were left out are in the database: the client is sent a gap as soon as it can take one.
      const isBehind = before > subscription.position
      if (bufferedBytes > (isBehind ? resumedBytes : pausedBytes) && subscription.topic !== 'approvals') continue
      if (isBehind) gap(id, subscription, { why: 'slow', to: before })
      const fresh = events.filter(({ position }) => position > subscription.position)
      if (fresh.length > 0) sendEvents(id, subscription, fresh)
    }
  }

  /** A frame without visible items still moves the cursor of the client, once it is worth it. */
  function sendEvents(id: string, subscription: Subscription, events: readonly FeedEvent[]): void {
    const last = events.at(-1)
    if (last === undefined) return
    const { topic } = subscription
    const items = events
      .filter((event) => isOfTopic(event, topic) && maySee(event, caller))
      .map(({ position, text }) => `{"topic":${JSON.stringify(topic)},"position":"${position}","event":${text}}`)
    subscription.position = last.position
    if (isOpen)
      socket.send(
        `{"type":"events","id":${JSON.stringify(id)},"cursor":"${last.position}","items":[${items.join(',')}]}`,
      )
  }

  function gap(
    id: string,
    subscription: Subscription,
    { why, to }: { readonly why: 'slow' | 'too_far'; readonly to: number },
  ): void {
    const from = subscription.position
    subscription.position = to
    gateway.metrics.gap(why)
    send({ type: 'gap', id, from: String(from), to: String(to), why })
  }

  async function decide({ type: _, id, approval, ...given }: ClientFrame & { type: 'decide' }): Promise<void> {
    await certain()
    if (!isOpen) return
    try {
      if (!caller.human) throw new Problem('not_human')
      if (!hasScope(caller, 'approvals:answer')) throw new Problem('forbidden')
      await answerApproval({ id: approval, ...given }, { gateway, caller })
      send({ type: 'reply', id, ok: true })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      send({ type: 'reply', id, problem: problemBody(error) })
    }
  }
}

function readFrame(text: string | undefined): ClientFrame | undefined {
  if (text === undefined) return undefined
  try {
    return clientFrame.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Returns a function that is false for a client that sends too many frames in a second. */
function createFrameLimiter({ now }: Clock): () => boolean {
  let [second, count] = [0, 0]
  return () => {
    const current = Math.floor(now() / 1_000)
    if (current !== second) [second, count] = [current, 0]
    count += 1
    return count <= framesPerSecond
  }
}
