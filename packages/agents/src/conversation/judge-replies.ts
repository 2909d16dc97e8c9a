import { DrawbridgeError, type Principal, type Session } from '@drawbridge/core'
import type { AgentProfile } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import type { ConversationParts } from './conversation-parts.ts'

/** The ways in which a run is started whose last words another run reads, and judges if it wants to. */
const forOtherRuns: ReadonlySet<Principal['via']> = new Set(['spawn', 'fork', 'worker', 'delegation'])

/** Returns what judges the replies of a conversation by the quality gates of its agent; undefined if none does. */
export function judgeReplies(
  { qualityGates = [] }: AgentProfile,
  {
    house,
    session: { principal },
    workspace,
  }: {
    readonly house: Pick<House, 'service'>
    readonly session: Pick<Session, 'principal'>
    readonly workspace: string
  },
): ConversationParts['judgeReply'] {
  const gates = qualityGates.filter(({ event }) => event === 'reply')
  if (gates.length === 0 || forOtherRuns.has(principal.via)) return undefined
  const agent = principal.agent ?? 'default'
  return async (task, { run, ...reply }) => {
    const delegations = await house.service('delegations')
    if (delegations === undefined) {
      throw new DrawbridgeError(
        'invalid_option',
        `The agent "${agent}" has quality gates, and no room judges by them. Add the room of \`@drawbridge/delegation\`.`,
      )
    }
    const caller = { principal: { ...principal, run }, workspace }
    return delegations.judge(caller, { ...reply, gates, source: agent, target: agent, task })
  }
}
