import { useMemo } from 'react'
import { useCan } from '../../api/me.ts'
import { type PagedList, usePages } from '../../parts/use-pages.ts'
import { callsOfEvents, type RecordedEvent } from './calls-of-events.ts'
import type { TimelineCall } from './session.ts'

/** Reads the calls of a session: as the server lists them, or from the events of the session if it does not. */
export function useSessionCalls(session: string): PagedList<TimelineCall> {
  const path = `/sessions/${encodeURIComponent(session)}`
  const hasCalls = useCan('listSessionCalls')
  const calls = usePages<TimelineCall>(hasCalls ? `${path}/calls` : undefined)
  const events = useSessionEvents(hasCalls ? undefined : session)
  const made = useMemo(() => callsOfEvents(events.items), [events.items])
  return hasCalls ? calls : { ...events, items: made }
}

/** Reads the events of a session, page by page. */
export function useSessionEvents(session: string | undefined): PagedList<RecordedEvent> {
  return usePages<RecordedEvent>(session === undefined ? undefined : `/sessions/${encodeURIComponent(session)}/events`)
}
