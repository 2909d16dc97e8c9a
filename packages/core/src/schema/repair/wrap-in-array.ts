import { kindOf, kinds } from './json-kind.ts'
import { parseBooleanString } from './parse-boolean-string.ts'
import { parseNumberString } from './parse-number-string.ts'
import type { RepairPlan } from './repair-plan.ts'

/** A single value where a list is wanted, if it may be an item of that list. */
export function wrapInArray(plan: RepairPlan, value: unknown): unknown {
  if ((plan.kinds & kinds.array) === 0 || plan.items === undefined || value === null) return undefined
  // A text that begins like a list but is not JSON is a broken list, not its first item.
  if (typeof value === 'string' && /^\s*\[/.test(value)) return undefined
  return mayBeItem(plan.items, value) ? [value] : undefined
}

function mayBeItem(items: RepairPlan, value: unknown): boolean {
  if ((kindOf(value) & items.kinds) !== 0) return true
  return parseNumberString(items, value) !== undefined || parseBooleanString(items, value) !== undefined
}
