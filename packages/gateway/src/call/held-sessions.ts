import type { Session } from '@drawbridge/core'
import { type Clock, createSystemIdSource, defined } from '@drawbridge/core/base'
import { canonicalDialect } from '@drawbridge/core/registry'
import type { Drawbridge } from '@drawbridge/sdk'
import type { Caller } from '../caller/caller.ts'
import { refuse } from '../problem/problem.ts'
import { assertAgent, needSession } from '../resources/sessions/own-session.ts'
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
  const open = async (id: string, agent: string | undefined, { user }: Caller): Promise<Session> =>
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
      const agent =
        wanted.session === undefined ? wanted.agent : await agentOf(wanted.session, wanted, caller, gateway())
      assertAgent(caller, agent)
      const id = wanted.session ?? ids.next('session')
      const entry = held.get(id) ?? {
        session: open(id, agent, caller),
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

/** Returns the agent of a session of the caller. A call in it is one of that agent, whatever agent the request names. */
async function agentOf(
  id: string,
  { agent: wanted }: WantedSession,
  caller: Caller,
  gateway: Pick<Gateway, 'database'>,
): Promise<string | undefined> {
  const { agent } = await needSession(id, { gateway, caller })
  if (wanted !== undefined && wanted !== agent)
    refuse(
      'invalid',
      `The session is one of ${agent === undefined ? 'no agent' : `the agent "${agent}"`}: leave "agent" out.`,
    )
  return agent
}
