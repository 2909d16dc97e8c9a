import type { PassingEvent } from '../chat/chats.ts'
import { type EventRow, sessionEventsAfter } from '../resources/sessions/session-rows.ts'
import type { Gateway } from '../server/gateway.ts'

/** Something of a session: recorded with its position, or passing. */
export type SessionNews =
  | { readonly kind: 'recorded'; readonly row: EventRow }
  | { readonly kind: 'passing'; readonly event: PassingEvent }

const pageSize = 200
const mostPassing = 1_000

/**
 * Follows a session: the events that were recorded behind a position on any node, in order and each once, then those that come. Passing
 * events are left out if the reader is slow.
 */
export async function* followSession(
  { database, feed, passing: allPassing, ending }: Pick<Gateway, 'database' | 'feed' | 'passing' | 'ending'>,
  {
    session,
    after,
    signal: gone,
    mayGoOn,
  }: {
    readonly session: string
    readonly after: number
    readonly signal: AbortSignal
    /** Asked at each look, since rights may end while somebody follows. */
    mayGoOn(): Promise<boolean>
  },
): AsyncGenerator<SessionNews> {
  const signal = AbortSignal.any([gone, ending])
  let position = after
  let news = Promise.withResolvers<void>()
  let isNew = true
  const passing: PassingEvent[] = []
  const tell = () => {
    isNew = true
    news.resolve()
  }
  using _events = feed.listen((events) => {
    if (events.some((event) => event.session === session)) tell()
  })
  using _following = allPassing.follow(session)
  using _passing = allPassing.listen(({ session: of, event }) => {
    if (of !== session || passing.length >= mostPassing) return
    passing.push(event)
    news.resolve()
  })
  signal.addEventListener('abort', tell, { once: true })
  try {
    while (!signal.aborted) {
      if (isNew) {
        isNew = false
        if (!(await mayGoOn())) return
        for (let isMore = true; isMore; ) {
          const rows = await database.all(sessionEventsAfter, session, position, pageSize)
          isMore = rows.length === pageSize
          for (const row of rows) {
            yield { kind: 'recorded', row }
            position = row.position
          }
        }
      }
      for (const event of passing.splice(0)) yield { kind: 'passing', event }
      if (isNew || passing.length > 0) continue
      await news.promise
      news = Promise.withResolvers()
    }
  } finally {
    signal.removeEventListener('abort', tell)
  }
}
