import { foldName } from '../../name/fold-name.ts'
import type { RepairPlan } from './repair-plan.ts'

/**
 * The declared field that a key means when it differs only in case and separators (`filePath` for `file_path`): it must
 * be the only such field, absent, and the key the only one that could mean it. In a schema that takes further fields the
 * key may be meant as it stands, so there the field must be a required one.
 */
export function matchKeySpelling(plan: RepairPlan, key: string, keys: readonly string[]): string | undefined {
  if (plan.fields.has(key) || plan.others !== undefined) return undefined
  const wanted = foldName(key)
  const [field, ...others] = [...plan.fields.keys()].filter((name) => foldName(name) === wanted)
  if (field === undefined || others.length > 0 || keys.includes(field)) return undefined
  if (plan.open && !plan.required.has(field)) return undefined
  return keys.filter((other) => foldName(other) === wanted).length === 1 ? field : undefined
}
