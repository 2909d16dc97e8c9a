import type { DrawbridgeEvent } from '@drawbridge/core'
import type { ChangedGroup } from '@drawbridge/core/replay'
import { readEvents } from '@drawbridge/store/sessions'
import type { Gateway } from '../../server/gateway.ts'
import { sessionsBefore } from '../sessions/session-rows.ts'

/** The recorded calls that a policy is tried on. */
export interface RecordedStretch {
  /** Milliseconds since the Unix epoch. */
  readonly since: number
  readonly agent?: string | undefined
  readonly session?: string | undefined
  /** The greatest number of sessions, the latest ones. */
  readonly sessions: number
}

const budgetMs = 20_000

/** Reads the events of the latest sessions, until there are no more or time has run out. */
export function readStretch(stretch: RecordedStretch, gateway: Gateway) {
  const startedAt = gateway.clock.now()
  const read = { startedAt, sessions: 0, complete: true }
  async function* events(): AsyncGenerator<DrawbridgeEvent> {
    for (const id of await sessionsOf(stretch, gateway)) {
      if (gateway.clock.now() - startedAt > budgetMs) {
        read.complete = false
        return
      }
      read.sessions += 1
      for await (const event of readEvents(gateway.database, id)) if (event.time >= stretch.since) yield event
    }
  }
  return { events: events(), read }
}

async function sessionsOf({ since, agent, session, sessions }: RecordedStretch, { database }: Gateway) {
  if (session !== undefined) return [session]
  const rows = await database.all(sessionsBefore.all, '', '', Number.MAX_SAFE_INTEGER, '', sessions, '', agent ?? '')
  return rows.filter((row) => row.updated_at >= since).map(({ id }) => id)
}

const order = ['deny', 'ask', 'allow']

/** Returns groups of calls that would be decided otherwise, each with whether more would be allowed, and the number of such calls. */
export function shownGroups(groups: readonly ChangedGroup[]) {
  const shown = groups.map((group) => ({ ...group, wider: order.indexOf(group.to) > order.indexOf(group.from) }))
  const wider = shown.filter((group) => group.wider).reduce((sum, { count }) => sum + count, 0)
  return { groups: JSON.parse(JSON.stringify(shown)), wider }
}
