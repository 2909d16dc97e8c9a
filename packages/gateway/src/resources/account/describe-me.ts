import { type Caller, hasScope, isAtLeast } from '../../caller/caller.ts'
import type { RouteFacts } from '../../route/route-facts.ts'
import type { Gateway } from '../../server/gateway.ts'
import { timeOf } from './account-schemas.ts'

/** Returns the facts about a caller, and all that it may do. */
export function describeMe(caller: Caller, { routes, pages, node, build, clock }: Gateway) {
  const { user, human } = caller
  const can = routes.filter((route) => mayUse(caller, route)).map(({ operation }) => operation)
  return {
    user: { id: user.id, name: user.name },
    role: user.role,
    human,
    can,
    pages: pages.filter(({ operation }) => can.includes(operation)),
    node,
    build,
    serverTime: timeOf(clock.now()),
  }
}

/** Returns true if a caller may use an operation at all. What it touches may still be refused. */
function mayUse(caller: Caller, route: RouteFacts): boolean {
  if (route.role === 'open') return true
  if (!isAtLeast(caller.user.role, route.role) || !hasScope(caller, route.scope)) return false
  return (
    caller.key === undefined ||
    (route.sessionOnly !== true && route.proven !== true && (route.human !== true || caller.human))
  )
}
