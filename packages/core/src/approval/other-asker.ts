import type { Principal } from '../base/principal.ts'
import { stableStringify } from '../json/index.ts'

/**
 * Returns the reason why a receipt does not belong to the caller; undefined if it does. An answer is given to one
 * agent, working for one user in one place: another caller has to ask itself. Session and run may differ, since a
 * receipt outlives both.
 */
export function otherAsker(asked: Principal, brings: Principal): string | undefined {
  const [before, now] = [askerOf(asked), askerOf(brings)]
  const changed = Object.keys(before).find((key) => stableStringify(before[key]) !== stableStringify(now[key]))
  if (changed === undefined) return undefined
  return `it was asked for the ${changed} ${name(before[changed])}, but redeemed for the ${changed} ${name(now[changed])}`
}

function askerOf({
  user,
  agent,
  role,
  parents,
  channel,
  chat,
  peerKind,
}: Principal): Readonly<Record<string, unknown>> {
  // A parent run has an id of its own in each process; its agent has not.
  return { user, agent, role, parents: parents.map((parent) => parent.agent), channel, chat, peerKind }
}

function name(value: unknown): string {
  return JSON.stringify(value) ?? 'none'
}
