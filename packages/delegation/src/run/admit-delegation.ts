import type { Principal } from '@drawbridge/core'
import { agentOf } from '../link/link-access.ts'

/** The open delegations to a target and the limits of their numbers. */
export interface DelegationLoad {
  readonly target: string
  readonly ofTarget: number
  readonly ofPair: number
  readonly maxLoad: number
  readonly maxConcurrent: number
}

/** Returns why one more delegation does not fit, for the model; undefined if it does. Pure. */
export function objectionToLoad(load: DelegationLoad): string | undefined {
  const { target, ofTarget, ofPair, maxLoad, maxConcurrent } = load
  const way = 'Try a different agent or handle it yourself.'
  if (ofTarget >= maxLoad) return `The agent "${target}" is at capacity (${ofTarget}/${maxLoad}). ${way}`
  if (ofPair < maxConcurrent) return undefined
  return `Your link to the agent "${target}" is at capacity (${ofPair}/${maxConcurrent}). Wait until one of your delegations has ended, or handle it yourself.`
}

/**
 * Returns why an agent cannot be given work in the chain of runs that a caller is in; undefined if it can. Pure. The chain has the runs that
 * delegations, teams and spawns began, so that no way leads back to an agent that waits further up.
 */
export function objectionToCycle(
  caller: Pick<Principal, 'agent' | 'parents' | 'role'>,
  target: string,
): string | undefined {
  const own = agentOf(caller)
  if (own === target)
    return `You are the agent "${target}": an agent cannot delegate to itself. For a child of your own use agent.spawn.`
  const chain = [own, ...caller.parents.map(agentOf)]
  const at = chain.indexOf(target)
  if (at === -1) return undefined
  const path = [...chain.slice(0, at + 1).toReversed(), target]
    .filter((agent, index, all) => agent !== all[index - 1])
    .map((agent) => `"${agent}"`)
  return `This would be a circle: ${path.join(' → ')}. The agent "${target}" waits for your work already: report to it with your last message.`
}
