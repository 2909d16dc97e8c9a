import { kinds } from './json-kind.ts'
import type { RepairPlan } from './repair-plan.ts'

/** Returns true if a field is null for "not given": it is optional and null is not among its values. */
export function isNullForAbsent(plan: RepairPlan, key: string, value: unknown): boolean {
  if (value !== null || plan.required.has(key)) return false
  const field = plan.fields.get(key)
  return field !== undefined && (field.kinds & kinds.null) === 0
}
