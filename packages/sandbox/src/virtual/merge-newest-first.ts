/** Lines that name files, newest first. */
export interface DatedLines {
  readonly lines: AsyncIterable<string> | Iterable<string>
  /** Time of change of the file that a line names. */
  modifiedMs(line: string): Promise<number>
}

interface Head {
  readonly source: DatedLines
  readonly iterator: AsyncIterator<string>
  readonly line: string
  readonly modifiedMs: number
}

/** One sequence of several that are in order each. Leaving it leaves them all. */
export async function* mergeNewestFirst(sources: readonly DatedLines[]): AsyncGenerator<string, void> {
  const iterators = sources.map((source) => ({ source, iterator: iterate(source.lines) }))
  try {
    let heads = (await Promise.all(iterators.map(advance))).filter((head) => head !== undefined)
    while (heads.length > 0) {
      const newest = heads.reduce((best, head) => (head.modifiedMs > best.modifiedMs ? head : best))
      yield newest.line
      const next = await advance(newest)
      heads = heads.flatMap((head) => (head === newest ? (next ?? []) : head))
    }
  } finally {
    await Promise.all(iterators.map(({ iterator }) => iterator.return?.()))
  }
}

async function advance({ source, iterator }: Pick<Head, 'source' | 'iterator'>): Promise<Head | undefined> {
  const { done, value: line } = await iterator.next()
  return done === true ? undefined : { source, iterator, line, modifiedMs: await source.modifiedMs(line) }
}

async function* iterate(lines: DatedLines['lines']): AsyncGenerator<string, void> {
  yield* lines
}
