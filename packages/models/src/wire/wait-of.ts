import { fieldsOf, textOf } from './read-json.ts'

/** The headers of a response. */
export interface HeaderReader {
  get(name: string): string | null
}

/** The places where providers say how long to wait. */
export interface WaitHints {
  readonly headers?: HeaderReader | undefined
  /** The `details` of an error of Google. */
  readonly details: readonly unknown[]
  readonly message: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Returns the wait that the provider asks for, in milliseconds; undefined if it asks for none. */
export function waitOf({ headers, details, message, now }: WaitHints): number | undefined {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact)) return Math.max(0, exact)
  const after = headers?.get('retry-after')
  if (after != null && after.trim() !== '') {
    const seconds = Number(after)
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - now
    if (Number.isFinite(wait)) return Math.max(0, wait)
  }
  for (const detail of details) {
    const delay = textOf(fieldsOf(detail).retryDelay)
    const wait = delay === undefined ? undefined : duration(delay)
    if (wait !== undefined) return wait
  }
  const said =
    /(?:try again|retry) in ((?:\d+(?:\.\d+)?\s*(?:ms|milliseconds?|h|hours?|m|min|minutes?|s|sec|seconds?)\s*)+)/i.exec(
      message,
    )
  return said?.[1] === undefined ? undefined : duration(said[1])
}

const millisecondsOf: Readonly<Record<string, number>> = { ms: 1, h: 3_600_000, m: 60_000, s: 1000 }

/** Reads `36s`, `1.8s`, `250ms` or `1m2.5s`. */
function duration(text: string): number | undefined {
  let total: number | undefined
  for (const [, amount, unit = ''] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|milli|h|m|s)/gi)) {
    const key = unit.toLowerCase().startsWith('milli') ? 'ms' : unit.toLowerCase()
    total = (total ?? 0) + Number(amount) * (millisecondsOf[key] ?? 0)
  }
  return total
}
