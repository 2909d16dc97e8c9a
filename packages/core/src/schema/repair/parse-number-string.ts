import { kindOf } from './json-kind.ts'
import type { RepairPlan } from './repair-plan.ts'

/** Every decimal of up to 15 significant digits survives as a double (IEEE 754). */
const exactDigits = 15

/** A number that the model wrote in quotes, where the number says exactly what the text said. */
export function parseNumberString(plan: RepairPlan, value: unknown): unknown {
  if (typeof value !== 'string' || value.length > 40) return undefined
  const text = value.trim()
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return undefined
  const number = Number(text)
  const digits = text
    .replace(/[eE].*$/, '')
    .replaceAll(/[-.]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '')
  const isExact = Number.isFinite(number) && digits.length <= exactDigits && (number !== 0 || digits === '')
  return isExact && (kindOf(number) & plan.kinds) !== 0 ? number : undefined
}
