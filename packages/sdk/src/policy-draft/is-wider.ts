import { isJsonObject } from '@drawbridge/core/base'

/** A change of a value of the policy, or of one item of a list. */
export interface ValueChange {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
  /** True for an item of a list that stays. */
  readonly isItem: boolean
}

/** Modes that only widen, from left to right. */
const modes = ['plan', 'default', 'accept-edits', 'bypass']

/**
 * Returns true if a change may allow more than before. What is not known to narrow counts as wider: a person looks at it once too often
 * rather than never.
 */
export function isWider({ path, before, after, isItem }: ValueChange): boolean {
  const isAdded = before === undefined
  const isRemoved = after === undefined
  switch (path.at(-1)) {
    case 'rules':
      return (!isAdded && narrows(before)) || (!isRemoved && !narrows(after))
    case 'deny':
    case 'denied':
      return !isAdded
    case 'allow':
      // A list that is there narrows; one that is not does nothing.
      return isItem ? isAdded : !isAdded
    case 'alsoAllow':
      return !isRemoved
    case 'allowed':
    case 'safe':
    case 'writeRoots':
    case 'readRoots':
      return !(isItem && isRemoved)
    case 'mode':
      return path[0] !== 'permissions' || isWiderMode(before, after)
    default:
      return true
  }
}

/** Returns true if a rule can only take something away. */
function narrows(rule: unknown): boolean {
  return isJsonObject(rule) && (rule.then === 'deny' || rule.then === 'ask')
}

function isWiderMode(before: unknown, after: unknown): boolean {
  const rank = (mode: unknown) => modes.indexOf(typeof mode === 'string' ? mode : 'default')
  return rank(before) < 0 || rank(after) < 0 || rank(after) > rank(before)
}
