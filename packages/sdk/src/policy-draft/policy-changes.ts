import { isJsonObject, stableStringify } from '@drawbridge/core/base'
import type { PolicyContent } from './database-policy.ts'
import { isWider, knownSetting } from './is-wider.ts'

/** One difference of two policies: a value, or an item of a list. */
export interface PolicyChange {
  /** The keys from the section down. */
  readonly path: readonly string[]
  /** Absent if there was none. */
  readonly before?: unknown
  /** Absent if there is none. */
  readonly after?: unknown
  /** True unless it is certain that the change allows nothing more. */
  readonly wider: boolean
}

/** Compares two policies. Items of lists are compared one by one, since their order means nothing. */
export function policyChanges(before: PolicyContent, after: PolicyContent): readonly PolicyChange[] {
  return changesAt([], before, after)
}

function changesAt(path: readonly string[], before: unknown, after: unknown): readonly PolicyChange[] {
  if (stableStringify(before ?? null) === stableStringify(after ?? null)) return []
  if (
    itemwise.has(knownSetting(path) ?? '') &&
    [before, after].every((value) => value === undefined || Array.isArray(value))
  )
    return itemChanges(path, listOf(before), listOf(after))
  const isBranch = (value: unknown) => value === undefined || isJsonObject(value)
  if (isBranch(before) && isBranch(after)) {
    const [old, now] = [entriesOf(before), entriesOf(after)]
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) =>
      changesAt([...path, key], old.get(key), now.get(key)),
    )
  }
  if (Array.isArray(before) && Array.isArray(after)) return itemChanges(path, before, after)
  return [changeOf(path, before, after)]
}

/** Lists that mean the same if they are empty and if they are absent. */
const itemwise: ReadonlySet<string> = new Set(['rules', 'deny', 'denied', 'alsoAllow'])

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function itemChanges(path: readonly string[], before: readonly unknown[], after: readonly unknown[]) {
  const removed = before.filter((item) => !includes(after, item)).map((item) => changeOf(path, item, undefined, true))
  const added = after.filter((item) => !includes(before, item)).map((item) => changeOf(path, undefined, item, true))
  return [...removed, ...added]
}

function changeOf(path: readonly string[], before: unknown, after: unknown, isItem = false): PolicyChange {
  return {
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    wider: isWider({ path, before, after, isItem }),
  }
}

function includes(list: readonly unknown[], item: unknown): boolean {
  const text = stableStringify(item)
  return list.some((each) => stableStringify(each) === text)
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(isJsonObject(value) ? Object.entries(value) : [])
}
