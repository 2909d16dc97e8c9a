import type { Clock } from '@drawbridge/core/base'
import { type Database, statement } from '@drawbridge/store/database'

/** A recorded event on its way to clients. */
export interface FeedEvent {
  readonly position: number
  readonly session: string
  readonly type: string
  /** The user whose session it is of; undefined if it has none. */
  readonly owner: string | undefined
  /** The agent whose session it is of; undefined if it has none. */
  readonly agent: string | undefined
  /** As it was recorded: JSON on one line. */
  readonly text: string
}

/** The recorded events of all nodes, in the order of their positions, as they are committed. */
export interface EventFeed extends Disposable {
  /** The position of the last event that listeners have heard. */
  position(): number
  /** Returns the position of the last event that is committed. */
  head(): Promise<number>
  /** Calls the listener at each look at the database, with the new events and the position before them. */
  listen(listener: FeedListener): Disposable
  /** Returns events behind a position, at most `limit`. */
  read(after: number, limit: number): Promise<readonly FeedEvent[]>
}

type FeedListener = (events: readonly FeedEvent[], before: number) => void

interface Row {
  readonly position: number
  readonly session_id: string
  readonly type: string
  readonly content: string
  readonly user_id: string | null
  readonly agent: string | null
}

const select = statement<[after: number, limit: number], Row>(
  `select e.position, e.session_id, e.type, e.content, s.user_id, s.agent
    from events e left join sessions s on s.id = e.session_id
    where e.position > $1 order by e.position limit $2`,
)
const selectHead = statement<[], { position: number }>('select position from audit_head where id = 1')

/** The pause between two looks at the database, in milliseconds, while somebody listens. */
const lookEveryMs = 200
const pageSize = 1_000

/** The pause between two looks for the last position alone, in milliseconds, while nobody listens. */
const idleEveryMs = 2_000

/** Creates the feed of a node. It reads events only while somebody listens. */
export async function createEventFeed(
  database: Database,
  { clock, onError }: { readonly clock: Clock; onError(error: Error): void },
): Promise<EventFeed> {
  const listeners = new Set<FeedListener>()
  const head = async () => (await database.get(selectHead))?.position ?? 0
  let position = await head()
  let timer: Disposable | undefined
  let isLooking = false
  let isOver = false

  const read: EventFeed['read'] = async (after, limit) => (await database.all(select, after, limit)).map(eventOf)
  const look = async () => {
    timer = undefined
    isLooking = true
    try {
      for (let isMore = true; isMore && listeners.size > 0; ) {
        const before = position
        const events = await read(before, pageSize)
        position = events.at(-1)?.position ?? position
        isMore = events.length === pageSize
        for (const listener of listeners) listener(events, before)
      }
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
    }
    isLooking = false
    wait()
  }
  const idle = async () => {
    timer = undefined
    isLooking = true
    const last = await head().catch(() => position)
    // A listener that came meanwhile hears the events that came meanwhile.
    if (listeners.size === 0) position = last
    isLooking = false
    wait()
  }
  const wait = () => {
    if (isOver) return
    timer?.[Symbol.dispose]()
    timer = clock.after(
      listeners.size > 0 ? lookEveryMs : idleEveryMs,
      () => void (listeners.size > 0 ? look() : idle()),
    )
  }
  wait()
  return {
    position: () => position,
    head,
    read,
    listen: (listener) => {
      listeners.add(listener)
      if (!isLooking) wait()
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
    [Symbol.dispose]: () => {
      isOver = true
      listeners.clear()
      timer?.[Symbol.dispose]()
    },
  }
}

function eventOf({ position, session_id: session, type, content: text, user_id: owner, agent }: Row): FeedEvent {
  return { position, session, type, text, owner: owner ?? undefined, agent: agent ?? undefined }
}
