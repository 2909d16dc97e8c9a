import { kinds } from './json-kind.ts'
import type { RepairPlan } from './repair-plan.ts'

const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
])

/** A truth value that the model wrote in quotes, as JSON or as Python spells it. */
export function parseBooleanString(plan: RepairPlan, value: unknown): unknown {
  return typeof value === 'string' && (plan.kinds & kinds.boolean) !== 0 ? booleans.get(value) : undefined
}
