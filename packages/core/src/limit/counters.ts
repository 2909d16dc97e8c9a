/** Values by key that may be forgotten once they say nothing any more. */
export interface Counters<Value> {
  get(key: string): Value | undefined
  /** @param usefulUntil After this time the value is as good as none. */
  set(key: string, value: Value, usefulUntil: number): void
  delete(key: string): void
}

/** The number of sets between two sweeps. */
const sweepEvery = 1_024

/** Counters whose memory is bounded by the keys that were used lately, not by all that ever were. */
export function createCounters<Value>(now: () => number): Counters<Value> {
  const entries = new Map<string, { readonly value: Value; readonly usefulUntil: number }>()
  let sets = 0
  const sweep = () => {
    const time = now()
    for (const [key, { usefulUntil }] of entries) if (usefulUntil < time) entries.delete(key)
  }
  return {
    get: (key) => entries.get(key)?.value,
    set: (key, value, usefulUntil) => {
      entries.set(key, { value, usefulUntil })
      sets += 1
      if (sets % sweepEvery === 0) sweep()
    },
    delete: (key) => void entries.delete(key),
  }
}
