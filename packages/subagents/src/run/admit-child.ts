import type { ChildLimits } from '@drawbridge/core/agent'

/** The limits of one tree. */
export type TreeLimits = Omit<ChildLimits, 'model' | 'archiveAfterMs' | 'iterations'>

/** The use of a tree so far, and the children that are open in it. */
export interface TreeUse {
  /** Children over its whole life. */
  readonly spawned: number
  /** Tokens that were used or are reserved. */
  readonly tokens: number
  /** US dollars that were used or are reserved. */
  readonly cost: number
  readonly openOfParent: number
  readonly openOfTree: number
}

/** The share that a child gets, or the reason why it gets none. */
export interface Admission {
  /** Reserved for its run. 0 without a limit. */
  readonly tokens: number
  /** US dollars, reserved for its run. 0 without a limit. */
  readonly cost: number
  /** For the model. Undefined if it may start. */
  readonly objection?: string
}

/** The share of what a tree has left that one child reserves. */
const share = 4
/** Less is of no use to a child, in tokens. */
const leastTokens = 1_000
/** Less is of no use to a child, in US dollars. */
const leastCost = 0.001

/** Decides if one more child may start, and what it reserves of the tokens and the cost that are left. Pure. */
export function admitChild(depth: number, use: TreeUse, limits: TreeLimits): Admission {
  const { maxTokens, maxCost } = limits
  const objection = objectionTo(depth, use, limits)
  if (objection !== undefined) return { tokens: 0, cost: 0, objection }
  const leftTokens = maxTokens === undefined ? Number.POSITIVE_INFINITY : maxTokens - use.tokens
  const leftCost = maxCost === undefined ? Number.POSITIVE_INFINITY : maxCost - use.cost
  const tokens = maxTokens === undefined ? 0 : Math.max(leastTokens, Math.ceil(leftTokens / share))
  const cost = maxCost === undefined ? 0 : Math.max(leastCost, leftCost / share)
  if (tokens > 0 && tokens > leftTokens)
    return {
      tokens: 0,
      cost: 0,
      objection: `The children of this tree may use ${maxTokens} tokens, and ${Math.max(0, leftTokens)} are left. Do the rest yourself.`,
    }
  if (cost > 0 && cost > leftCost)
    return {
      tokens: 0,
      cost: 0,
      objection: `The children of this tree may cost $${maxCost}, and $${Math.max(0, leftCost).toFixed(4)} are left. Do the rest yourself.`,
    }
  return { tokens, cost }
}

function objectionTo(depth: number, use: TreeUse, limits: TreeLimits): string | undefined {
  if (depth > limits.depth)
    return `At depth ${depth - 1} of ${limits.depth} a run has no children. Do the work yourself.`
  if (use.spawned >= limits.childrenPerTree)
    return `This tree has had ${use.spawned} children, and may have ${limits.childrenPerTree} over its life. Do the rest yourself.`
  if (use.openOfParent >= limits.childrenPerParent)
    return `You have ${use.openOfParent} children that wait or run, and may have ${limits.childrenPerParent}. Wait until one has ended, or cancel one.`
  if (use.openOfTree >= limits.childrenPerSession)
    return `The tree of this session has ${use.openOfTree} children that wait or run, and may have ${limits.childrenPerSession}. Wait until some have ended.`
  return undefined
}
