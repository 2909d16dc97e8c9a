import type { Session } from '@drawbridge/core'
import { type Clock, createSystemIdSource, defined } from '@drawbridge/core/base'
import { canonicalDialect } from '@drawbridge/core/registry'
import type { Drawbridge } from '@drawbridge/sdk'
import { findSession } from '@drawbridge/store/sessions'
import type { Caller } from '../caller/caller.ts'
import { isAtLeast } from '../caller/caller.ts'
import { refuse } from '../problem/problem.ts'
import type { Gateway, GatewaySettings, HeldSessions, WantedSession } from '../server/gateway.ts'
import { remoteDenial } from './remote-denial.ts'

interface Held {
  readonly session: Promise<Session>
  readonly owner: string
  uses: number
  timer: Disposable | undefined
}

const idleMs = 30 * 60_000

/** Creates the sessions of a node. */
export function createHeldSessions({
  drawbridge,
  settings,
  clock,
  gateway,
}: {
  readonly drawbridge: Drawbridge
  readonly settings: GatewaySettings
  readonly clock: Clock
  gateway(): Pick<Gateway, 'access' | 'database'>
}): HeldSessions {
  const held = new Map<string, Held>()
  const ids = createSystemIdSource()
  const close = async (id: string) => {
    const found = held.get(id)
    held.delete(id)
    found?.timer?.[Symbol.dispose]()
    await (await found?.session)?.[Symbol.asyncDispose]()
  }
  const open = async (id: string, { agent }: WantedSession, { user }: Caller): Promise<Session> =>
    drawbridge.house.openSession({
      id,
      dialect: canonicalDialect,
      principal: { user: user.name, channel: 'http', ...defined({ agent }) },
      hide: (tool) => {
        const reason = remoteDenial(tool, settings.remoteTools)
        return reason === undefined ? undefined : { class: 'removed', reason, source: 'gateway.remoteTools' }
      },
    })
  return {
    use: async (wanted, caller, work) => {
      if (caller.key?.agents !== undefined && !caller.key.agents.includes(wanted.agent ?? ''))
        refuse('forbidden', 'This key is for other agents.')
      if (wanted.session !== undefined) await assertOwn(wanted.session, caller, gateway())
      const id = wanted.session ?? ids.next('session')
      const entry = held.get(id) ?? {
        session: open(id, wanted, caller),
        owner: caller.user.name,
        uses: 0,
        timer: undefined,
      }
      if (entry.owner !== caller.user.name) refuse('not_found', 'There is no such session.')
      held.set(id, entry)
      entry.uses += 1
      entry.timer?.[Symbol.dispose]()
      try {
        await gateway().access.sessionKeys.note(id, caller.key)
        return await work(await entry.session)
      } finally {
        entry.uses -= 1
        if (entry.uses === 0) {
          if (wanted.session === undefined) await close(id)
          else entry.timer = clock.after(idleMs, () => void close(id))
        }
      }
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([...held.keys()].map(close))
    },
  }
}

/** Refuses a session that is not the caller's, in the same words as one that does not exist. */
async function assertOwn(id: string, { user }: Caller, { database }: Pick<Gateway, 'database'>): Promise<void> {
  const session = await findSession(database, id)
  if (session === undefined) refuse('not_found', 'There is no such session.')
  if (session.user !== user.name && !isAtLeast(user.role, 'operator')) refuse('not_found', 'There is no such session.')
}
