import type { IdSource } from '../clock/id-source.ts'

/** Identifiers that count: `call_1`, `call_2`, `approval_1` … */
export function createFakeIds(): IdSource {
  const counts = new Map<string, number>()
  return {
    next: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1
      counts.set(prefix, count)
      return `${prefix}_${count}`
    },
  }
}
