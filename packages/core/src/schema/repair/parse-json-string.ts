import { defaultJsonLimits, measureJson, parseJson } from '../../json/index.ts'
import { kindOf, kinds } from './json-kind.ts'
import type { RepairPlan } from './repair-plan.ts'

/**
 * An object or array that the model wrote as a string of JSON, also one that was encoded twice. The text may not hide
 * more than a call's limits allow.
 */
export function parseJsonString(plan: RepairPlan, value: unknown): unknown {
  const wanted = plan.kinds & (kinds.object | kinds.array)
  if (typeof value !== 'string' || wanted === 0 || !/^\s*["[{]/.test(value)) return undefined
  const parsed = parseOnce(value)
  const inner = typeof parsed === 'string' ? parseOnce(parsed) : parsed
  return (kindOf(inner) & wanted) !== 0 && measureJson(inner, defaultJsonLimits).exceeded === undefined
    ? inner
    : undefined
}

function parseOnce(text: string): unknown {
  const parsed = parseJson(text)
  return parsed.ok ? parsed.value : undefined
}
