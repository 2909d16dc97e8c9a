import type { DrawbridgeEvent } from '@drawbridge/core'
import type { PolicyContent, PolicyEditor } from '@drawbridge/sdk/policy-draft'
import { readEvents } from '@drawbridge/store/sessions'
import type { Gateway } from '../../server/gateway.ts'
import { timeOf } from '../account/account-schemas.ts'
import { sessionsBefore } from '../sessions/session-rows.ts'
import { refuseFaulty } from './policy-drafts.ts'

/** The recorded calls that a draft is tried on. */
export interface RecordedStretch {
  /** Milliseconds since the Unix epoch. */
  readonly since: number
  readonly agent?: string | undefined
  readonly session?: string | undefined
  /** The greatest number of sessions, the latest ones. */
  readonly sessions: number
}

const budgetMs = 20_000
const order = ['deny', 'ask', 'allow']

/** Tries a policy on the latest recorded calls. */
export async function simulateDraft(
  policy: PolicyContent,
  stretch: RecordedStretch,
  { editor, gateway }: { readonly editor: PolicyEditor; readonly gateway: Gateway },
) {
  const startedAt = gateway.clock.now()
  let sessions = 0
  let complete = true
  async function* events(): AsyncGenerator<DrawbridgeEvent> {
    for (const id of await sessionsOf(stretch, gateway)) {
      if (gateway.clock.now() - startedAt > budgetMs) {
        complete = false
        return
      }
      sessions += 1
      for await (const event of readEvents(gateway.database, id)) if (event.time >= stretch.since) yield event
    }
  }
  const tried = await editor.simulate(policy, events())
  if (tried.status === 'faulty') return refuseFaulty('The draft has faults, so it cannot be tried.', tried.problems)
  const { calls, changed, groups, unreadable } = tried.report
  const shown = groups.map((group) => ({ ...group, wider: order.indexOf(group.to) > order.indexOf(group.from) }))
  return {
    ...{ at: timeOf(startedAt), sessions, complete, calls, changed },
    wider: shown.filter((group) => group.wider).reduce((sum, { count }) => sum + count, 0),
    groups: JSON.parse(JSON.stringify(shown)),
    cannotTell: unreadable,
  }
}

async function sessionsOf({ since, agent, session, sessions }: RecordedStretch, { database }: Gateway) {
  const rows = await database.all(sessionsBefore, '', Number.MAX_SAFE_INTEGER, '', sessions)
  if (session !== undefined) return [session]
  return rows
    .filter((row) => row.updated_at >= since && (agent === undefined || row.agent === agent))
    .map(({ id }) => id)
}
