import { useSyncExternalStore } from 'react'
import { problemOf } from './problem.ts'
import { write } from './request.ts'
import { setServerTime } from './server-clock.ts'

/** An event of the record, as the socket carries it. */
export interface LiveEvent {
  readonly topic: string
  readonly position: string
  readonly event: Readonly<Record<string, unknown>> & { readonly type: string }
}

/** A part of the page that follows a topic. */
export interface Subscriber {
  readonly topic: string
  readonly filter?: unknown
  onEvents?(events: readonly LiveEvent[]): void
  /** Something changed that has no event, or events were missed: look again. */
  onStale?(): void
}

/** The state of the connection. `offline` begins three seconds after it was lost. `polling`: the server answers, but has no live events. */
export interface ConnectionState {
  readonly phase: 'connecting' | 'live' | 'polling' | 'reconnecting' | 'offline'
  /** The time at which the connection was lost, in milliseconds since the Unix epoch by this computer's clock. */
  readonly since?: number
  readonly node?: string
  readonly build?: string
  /** True if the server has another build than the one this page came with. */
  readonly isOutdated?: boolean
}

type ServerFrame =
  | { readonly type: 'hello'; readonly build: string; readonly node: string; readonly serverTime: string }
  | { readonly type: 'ready'; readonly id: string; readonly cursor: string }
  | { readonly type: 'events'; readonly id: string; readonly cursor: string; readonly items: readonly LiveEvent[] }
  | { readonly type: 'changed'; readonly topic: string; readonly key?: string }
  | { readonly type: 'gap'; readonly id: string; readonly to?: string }
  | { readonly type: 'progress' | 'reply' }
  | { readonly type: 'bye'; readonly retryMs?: number }

interface Subscription {
  readonly id: string
  readonly topic: string
  readonly filter: unknown
  readonly subscribers: Set<Subscriber>
  /** The position up to which it has everything. The server sends each subscription frames of its own. */
  cursor?: string
}

const slowest = 15_000
const offlineAfter = 3_000
/** The server closes a socket with this code when the session behind it is over. */
const overCode = 4001

/** The one connection of the page: subscriptions that survive any number of sockets. */
function createConnection() {
  const subscriptions = new Map<string, Subscription>()
  const watchers = new Set<() => void>()
  const enders = new Set<() => void>()
  let state: ConnectionState = { phase: 'connecting' }
  let socket: WebSocket | undefined
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let offlineTimer: ReturnType<typeof setTimeout> | undefined
  let isOpen = false
  let isConnecting = false
  let nextId = 0

  const change = (next: Partial<ConnectionState>) => {
    state = { ...state, ...next }
    for (const watcher of watchers) watcher()
  }
  const sendFrame = (frame: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }
  const subscribeOn = ({ id, topic, filter, cursor }: Subscription) =>
    sendFrame({
      type: 'subscribe',
      id,
      topic,
      ...(filter === undefined ? {} : { filter }),
      ...(cursor === undefined ? {} : { from: cursor }),
    })
  const tellStale = (matches: (subscription: Subscription) => boolean) => {
    for (const subscription of [...subscriptions.values()].filter(matches))
      for (const one of subscription.subscribers) one.onStale?.()
  }

  const find = (id: string) => [...subscriptions.values()].find((one) => one.id === id)
  const reach = (subscription: Subscription | undefined, position: string | undefined) => {
    if (subscription !== undefined && position !== undefined && isAfter(position, subscription.cursor))
      subscription.cursor = position
  }

  const take = (frame: ServerFrame) => {
    switch (frame.type) {
      case 'hello': {
        setServerTime(frame.serverTime)
        attempt = 0
        clearTimeout(offlineTimer)
        const isOutdated = state.build !== undefined && state.build !== frame.build
        const wasLost = state.since !== undefined
        const { since: _, ...rest } = state
        state = rest
        change({ phase: 'live', node: frame.node, build: state.build ?? frame.build, isOutdated })
        for (const subscription of subscriptions.values()) subscribeOn(subscription)
        if (wasLost) tellStale(() => true)
        return
      }
      case 'events': {
        const subscription = find(frame.id)
        if (subscription === undefined) return
        const fresh = frame.items.filter(({ position }) => isAfter(position, subscription.cursor))
        reach(subscription, frame.cursor)
        if (fresh.length > 0) for (const one of subscription.subscribers) one.onEvents?.(fresh)
        sendFrame({ type: 'ack', cursor: frame.cursor })
        return
      }
      case 'changed':
        tellStale(({ topic }) => topic === frame.topic)
        return
      case 'gap':
        reach(find(frame.id), frame.to)
        tellStale(({ id }) => id === frame.id)
        return
      case 'bye':
        socket?.close()
        return
      case 'ready':
        reach(find(frame.id), frame.cursor)
        return
      case 'progress':
      case 'reply':
        return
      default:
        return
    }
  }

  const lost = (isReachable: boolean) => {
    socket = undefined
    if (!isOpen) return
    if (isReachable) {
      clearTimeout(offlineTimer)
      change({ phase: 'polling', since: state.since ?? Date.now() })
    } else if (state.since === undefined || state.phase === 'polling') {
      change({ phase: 'reconnecting', since: Date.now() })
      offlineTimer = setTimeout(() => change({ phase: 'offline' }), offlineAfter)
    }
    const wait = Math.min(slowest, 500 * 2 ** attempt) * (0.5 + Math.random())
    attempt += 1
    clearTimeout(timer)
    timer = setTimeout(connect, wait)
  }

  const connect = async () => {
    clearTimeout(timer)
    if (!isOpen || isConnecting || socket !== undefined) return
    isConnecting = true
    try {
      const { ticket } = await write<{ ticket: string }>('POST', '/ws-tickets')
      const url = new URL('/v1/events', location.href)
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
      const next = new WebSocket(url, ['drawbridge.v1', `ticket.${ticket}`])
      socket = next
      next.onmessage = ({ data }) => take(JSON.parse(String(data)) as ServerFrame)
      let wasOpened = false
      next.onopen = () => {
        wasOpened = true
      }
      next.onclose = ({ code }) => {
        if (code === overCode) end()
        // A ticket was given, so the server answers even if it refuses the socket.
        lost(!wasOpened)
      }
    } catch (error) {
      if (problemOf(error).status === 401) end()
      lost(false)
    } finally {
      isConnecting = false
    }
  }
  const end = () => {
    for (const ender of enders) ender()
  }
  const hurry = () => {
    if (document.visibilityState === 'visible' && socket === undefined) void connect()
  }

  return {
    open: () => {
      isOpen = true
      for (const event of ['online', 'focus']) window.addEventListener(event, hurry)
      document.addEventListener('visibilitychange', hurry)
      void connect()
    },
    close: () => {
      isOpen = false
      clearTimeout(timer)
      clearTimeout(offlineTimer)
      for (const event of ['online', 'focus']) window.removeEventListener(event, hurry)
      document.removeEventListener('visibilitychange', hurry)
      socket?.close()
      socket = undefined
    },
    subscribe: (subscriber: Subscriber): (() => void) => {
      const key = JSON.stringify([subscriber.topic, subscriber.filter])
      let subscription = subscriptions.get(key)
      if (subscription === undefined) {
        nextId += 1
        subscription = {
          id: `s${nextId}`,
          topic: subscriber.topic,
          filter: subscriber.filter,
          subscribers: new Set(),
        }
        subscriptions.set(key, subscription)
        subscribeOn(subscription)
      }
      const { id, subscribers } = subscription
      subscribers.add(subscriber)
      return () => {
        subscribers.delete(subscriber)
        if (subscribers.size > 0) return
        subscriptions.delete(key)
        sendFrame({ type: 'unsubscribe', id })
      }
    },
    watch: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    state: () => state,
    /** Calls the function when the server says that the session of the person is over, e.g. because their role was changed. */
    onEnd: (ender: () => void) => {
      enders.add(ender)
      return () => void enders.delete(ender)
    },
  }
}

/** Returns true if a position is after another. Positions are decimal numbers of any length. */
export function isAfter(position: string, other: string | undefined): boolean {
  if (other === undefined) return true
  return position.length === other.length ? position > other : position.length > other.length
}

/** The page's connection. */
export const connection = createConnection()

/** Returns the state of the connection, and renders again if it changes. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.watch, connection.state)
}
