import type { Handoffs } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import { knownAgents } from '@drawbridge/room/agents'
import type { DelegationKeeper } from '../run/create-delegations.ts'
import { findRoute } from './route-store.ts'

/** Creates the service that knows who answers where. A route counts as long as its agents and the way between them are there for the user. */
export function standingRoutes(
  house: Pick<House, 'database' | 'service'>,
  delegations: () => Promise<Pick<DelegationKeeper, 'objectionTo'>>,
): Handoffs {
  return {
    routeOf: async (place, user) => {
      if ((await house.database.options()) === undefined) return undefined
      const database = await house.database.find()
      const route = database && (await findRoute(database, place))
      if (route === undefined || !(await knownAgents(house)).has(route.agent)) return undefined
      const { from: agent, session } = route
      const from = { agent, session, run: '', role: 'main', parents: [], ...defined({ user }) } as const
      return (await (await delegations()).objectionTo(from, route.agent)) === undefined ? route : undefined
    },
  }
}
