import { isJsonObject } from '../../json/index.ts'
import { parseJsonString } from './parse-json-string.ts'
import type { RepairPlan } from './repair-plan.ts'

/** Names under which models wrap the whole input once more. */
const wrappers = new Set(['input', 'arguments', 'args', 'parameters', 'params'])

/**
 * The input inside a wrapper (`{"arguments": {…}}`), where the wrapper is the only field, is not one of the schema's,
 * and the input could not be valid as it stands.
 */
export function unwrapArguments(plan: RepairPlan, value: unknown): unknown {
  if (!isJsonObject(value)) return undefined
  const [wrapper, ...others] = Object.keys(value)
  if (wrapper === undefined || others.length > 0 || !wrappers.has(wrapper) || plan.fields.has(wrapper)) return undefined
  const isInvalid = !plan.open || plan.required.size > 0
  if (!isInvalid || plan.required.has(wrapper)) return undefined
  const inner = value[wrapper]
  const unwrapped = isJsonObject(inner) ? inner : parseJsonString(plan, inner)
  if (!isJsonObject(unwrapped)) return undefined
  return Object.keys(unwrapped).some((field) => plan.fields.has(field)) ? unwrapped : undefined
}
