import type { Extent } from '../../lib/within.ts'

/** The extent of a measurement. */
export interface Size {
  readonly chunks: number
  /** The only database that is measured. Default: each. */
  readonly database: 'sqlite' | 'postgres' | undefined
  /** An index gets no more chunks after this time. */
  readonly indexing: Omit<Extent, 'times'>
  readonly searching: Extent
  /** Searches that come first after an edit: they bring the index up to date. */
  readonly editing: Extent
  /** The queries whose nearest vectors are compared with those of a plain sum. */
  readonly recalling: Extent
}

/** The figures of one index. */
export interface Figures {
  readonly name: string
  /** The number of chunks that it has. */
  readonly chunks: number
  readonly perSecond: number
  /** The time of each search, in milliseconds. */
  readonly times: readonly number[]
  /** The time that this process computed for each search, in milliseconds: without the database server, and without waiting. */
  readonly computed?: readonly number[]
  /** The time of each search for the word that nearly all chunks have, in milliseconds. */
  readonly frequent?: readonly number[]
  /** The time of each search that came first after an edit, in milliseconds. */
  readonly edited?: readonly number[]
  /** The part of the six nearest vectors that was found. */
  readonly recall?: number
}

/** Reads the extent from the options of the command line. */
export function readSize({ database, chunks = '100000' }: Readonly<Record<string, unknown>>): Size {
  if (database !== undefined && database !== 'sqlite' && database !== 'postgres')
    throw new Error(`--database is sqlite or postgres, not ${JSON.stringify(database)}.`)
  const count = Number(chunks)
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error(`--chunks ${JSON.stringify(chunks)} is not a number above 0.`)
  return {
    chunks: count,
    database,
    indexing: { longestMs: 100_000 },
    searching: { times: 500, longestMs: 15_000 },
    editing: { times: 30, longestMs: 5_000 },
    recalling: { times: 20, longestMs: 10_000 },
  }
}

/** Returns the value below which a part of the values is. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN
}

/** Returns a function that says on the error output what is done, with the time since its last call. */
export function startReport(name: string): (done: string) => void {
  let last = performance.now()
  return (done) => {
    const now = performance.now()
    console.error(`memory: ${name}: ${done} (${((now - last) / 1_000).toFixed(1)} s)`)
    last = now
  }
}
