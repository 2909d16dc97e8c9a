import { isJsonObject } from '@drawbridge/core/base'

/** A change of a value of the policy, or of one item of a list. */
export interface ValueChange {
  readonly path: readonly string[]
  readonly before: unknown
  readonly after: unknown
  /** True for an item of a list that stays. */
  readonly isItem: boolean
}

/** The settings of which it is known when a change narrows. A star stands for a name that the author chooses. */
const places = [
  ...['permissions', 'agents.*.permissions'].map((section) => `${section}.rules`),
  ...['tools', 'tools.byProvider.*', 'agents.*.tools', 'agents.*.tools.byProvider.*'].flatMap((section) =>
    ['allow', 'deny', 'alsoAllow'].map((list) => `${section}.${list}`),
  ),
  ...['network.denied', 'network.allowed', 'shell.safe'],
  ...['permissions.writeRoots', 'permissions.readRoots', 'permissions.mode'],
].map((place) => place.split('.'))

/**
 * Returns the last key of a setting of which it is known when a change narrows. Undefined for any other, such as a profile or an agent
 * whose author named it like one.
 */
export function knownSetting(path: readonly string[]): string | undefined {
  const place = places.find(
    (keys) => keys.length === path.length && keys.every((key, index) => key === '*' || key === path[index]),
  )
  return place?.at(-1)
}

/**
 * Returns true if a change may allow more than before. What is not known to narrow counts as wider: a person looks at it once too often
 * rather than never.
 */
export function isWider({ path, before, after, isItem }: ValueChange): boolean {
  const isAdded = before === undefined
  const isRemoved = after === undefined
  switch (knownSetting(path)) {
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
      return isWiderMode(before, after)
    default:
      return true
  }
}

/** Returns true if a rule can only take something away. */
function narrows(rule: unknown): boolean {
  return isJsonObject(rule) && (rule.then === 'deny' || rule.then === 'ask')
}

/** Modes that only widen, from left to right. */
const modes = ['plan', 'default', 'accept-edits', 'bypass']

/** Without a mode here that of the file counts, which may be any. Only what replaces `bypass` is sure to be no freer. */
function isWiderMode(before: unknown, after: unknown): boolean {
  if (before === 'bypass') return false
  const [old, now] = [before, after].map((mode) => modes.indexOf(String(mode)))
  return old === undefined || now === undefined || old < 0 || now < 0 || now > old
}
