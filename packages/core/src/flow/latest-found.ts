import type { LedgerResult } from './ledger-result.ts'

/** Finds something by a key in the latest result that has it. */
export type FindLatest<Found> = (results: readonly LedgerResult[], key: string) => Found | undefined

interface Known<Found> {
  /** The finding, and the place of its result. */
  readonly found: Found | undefined
  readonly place: number
  /** The place of the last result that was looked at. */
  readonly upTo: number
}

const mostKeys = 1_000

const longestKey = 1_000

/** Creates a search that looks at each result once for each key, so that it costs no more in a long session than in a short one. */
export function createFindLatest<Found>(
  find: (result: LedgerResult, key: string) => Found | undefined,
): FindLatest<Found> {
  const all = new Map<string, Known<Found>>()
  const remember = (key: string, known: Known<Found>) => {
    if (key.length > longestKey) return
    all.delete(key)
    all.set(key, known)
    if (all.size > mostKeys) all.delete(all.keys().next().value ?? '')
  }
  return (results, key) => {
    const known = all.get(key)
    const upTo = results.at(-1)?.place ?? 0
    for (let index = results.length - 1; index >= 0; index -= 1) {
      const result = results[index]
      if (result === undefined || result.place <= (known?.upTo ?? 0)) break
      const found = find(result, key)
      if (found === undefined) continue
      remember(key, { found, place: result.place, upTo })
      return found
    }
    // A finding in a result that was forgotten since counts no more; older results were forgotten before it.
    const oldest = results[0]?.place ?? Number.POSITIVE_INFINITY
    const found = known !== undefined && known.place >= oldest ? known.found : undefined
    remember(key, { found, place: known?.place ?? 0, upTo })
    return found
  }
}
