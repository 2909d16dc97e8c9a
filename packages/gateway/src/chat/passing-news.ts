import type { Clock } from '@drawbridge/core/base'
import type { Database } from '@drawbridge/store/database'
import { type ChatNews, type Chats, isPassing, type PassingEvent } from './chats.ts'
import { joinPassing, piecesOf } from './join-passing.ts'

/** The source of all that passes in sessions, on whatever node their runs are. */
export interface PassingNews extends Disposable {
  /** Calls the listener with what passes in the sessions of this node, and in those of other nodes that somebody here follows. */
  listen(listener: (news: PassedNews) => void): Disposable
  /** Asks the other nodes for what passes in a session, until it is disposed. */
  follow(session: string): Disposable
}

/** Something that passes in a session. */
export interface PassedNews extends ChatNews {
  readonly event: PassingEvent
}

/** A message to the nodes that follow a session: its sender, its number, the session, its owner, the event. */
type Sent = readonly [node: string, number: number, session: string, owner: string | null, event: PassingEvent]

const [wantedTopic, passedTopic] = ['gateway.wanted', 'gateway.passed']
/** A node says so often that it follows a session, and is believed for three times as long. Milliseconds. */
const wantEveryMs = 15_000
const wantedForMs = 3 * wantEveryMs
/** The time within which events are sent together, in milliseconds. */
const joinMs = 100

/**
 * Passes what is not recorded on between nodes. It costs nothing as long as nobody follows a session on another node than that of its run.
 * A piece that is lost is not sent again: the record has the whole text.
 */
export async function openPassingNews({
  database,
  chats,
  clock,
  node,
  onError,
}: {
  readonly database: Pick<Database, 'publish' | 'subscribe'>
  readonly chats: Pick<Chats, 'listen'>
  readonly clock: Clock
  readonly node: string
  onError(error: Error): void
}): Promise<PassingNews> {
  const listeners = new Set<(news: PassedNews) => void>()
  const followed = new Map<string, number>()
  const wanted = new Map<string, number>()
  const waiting = new Map<string, { readonly owner: string | undefined; events: readonly PassingEvent[] }>()
  const heard = new Map<string, number>()
  let sent = 0
  let sending: Promise<void> | undefined
  let [joining, renewal]: (Disposable | undefined)[] = []
  const publish = (topic: string, key: string) =>
    database
      .publish(topic, key)
      .catch((error: unknown) => onError(error instanceof Error ? error : new Error(String(error))))
  const tell = (news: PassedNews) => {
    for (const listener of listeners) listener(news)
  }
  const want = (session: string) => publish(wantedTopic, JSON.stringify([node, session]))
  const renew = () => {
    renewal = clock.after(wantEveryMs, () => {
      for (const session of followed.keys()) void want(session)
      renew()
    })
  }
  const flush = () => {
    joining?.[Symbol.dispose]()
    joining = undefined
    const all = [...waiting].flatMap(([session, { owner, events }]) =>
      events.flatMap(piecesOf).map((event) => [session, owner ?? null, event] as const),
    )
    waiting.clear()
    // One after the other, so that pieces arrive in order.
    sending = (sending ?? Promise.resolve()).then(async () => {
      for (const [session, owner, event] of all) {
        sent += 1
        await publish(passedTopic, JSON.stringify([node, sent, session, owner, event] satisfies Sent))
      }
    })
  }

  const own = chats.listen(({ session, owner, event }) => {
    if (isPassing(event)) tell({ session, owner, event })
    if ((wanted.get(session) ?? 0) < clock.now()) return void wanted.delete(session)
    if (!isPassing(event)) return flush()
    waiting.set(session, { owner, events: joinPassing(waiting.get(session)?.events ?? [], event) })
    joining ??= clock.after(joinMs, flush)
  })
  const wishes = await database.subscribe(wantedTopic, ({ key }) => {
    if (key === undefined) return
    const [other, session] = JSON.parse(key) as [node: string, session: string]
    if (other !== node) wanted.set(session, clock.now() + wantedForMs)
  })
  const passed = await database.subscribe(passedTopic, ({ key }) => {
    if (key === undefined) return
    const [other, number, session, owner, event] = JSON.parse(key) as Sent
    // A change may be told twice.
    if (other === node || number <= (heard.get(other) ?? 0)) return
    heard.set(other, number)
    if (followed.has(session)) tell({ session, owner: owner ?? undefined, event })
  })

  return {
    listen: (listener) => {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    follow: (session) => {
      const count = followed.get(session) ?? 0
      followed.set(session, count + 1)
      if (count === 0) void want(session)
      if (renewal === undefined) renew()
      let isOver = false
      return {
        [Symbol.dispose]: () => {
          if (isOver) return
          isOver = true
          const left = (followed.get(session) ?? 1) - 1
          if (left === 0) followed.delete(session)
          else followed.set(session, left)
          if (followed.size > 0) return
          renewal?.[Symbol.dispose]()
          renewal = undefined
        },
      }
    },
    [Symbol.dispose]: () => {
      for (const each of [own, wishes, passed, joining, renewal]) each?.[Symbol.dispose]()
    },
  }
}
