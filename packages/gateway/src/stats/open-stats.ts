import type { Clock } from '@drawbridge/core/base'
import { bulkInsert, type Database, statement } from '@drawbridge/store/database'
import { countedTypes, type Sample, type SeriesName, samplesOfEvent } from './samples-of-event.ts'

/** A range of time for plots, and the length of its buckets in milliseconds. */
export const statsRanges = {
  '1h': { rangeMs: 3_600_000, stepMs: 300_000 },
  '24h': { rangeMs: 86_400_000, stepMs: 900_000 },
  '7d': { rangeMs: 7 * 86_400_000, stepMs: 3_600_000 },
  '30d': { rangeMs: 30 * 86_400_000, stepMs: 4 * 3_600_000 },
} as const

/** One line of a series: sums by bucket. */
export interface StatsRow {
  /** The begin of the bucket. Milliseconds since the Unix epoch. */
  readonly bucket: number
  readonly name: string
  readonly count: number
  readonly total: number
}

/** The counts of recorded events by time, which all nodes keep together. */
export interface Stats extends Disposable {
  /** Counts the events that are new, at most some thousands; the rest is counted in the background. */
  catchUp(): Promise<void>
  /** Returns the sums of a series by bucket from a time on. */
  read(series: SeriesName, from: number, stepMs: number): Promise<readonly StatsRow[]>
}

interface Row {
  readonly position: number
  readonly type: string
  readonly time: number
  readonly content: string
  readonly agent: string | null
}

const bucketMs = 300_000
const keptMs = 40 * 86_400_000
const pageSize = 1_000
/** Pages that are counted before a plot is answered. */
const promptPages = 10
const everyMs = 10_000
const pruneEveryMs = 3_600_000

/** Takes the head until the end of the transaction: a second node waits, and then goes on behind the first one. */
const takeHead = statement<[], { position: number }>(
  'update gateway_stats_head set position = position where id = 1 returning position',
)
const setHead = statement<[position: number]>('update gateway_stats_head set position = $1 where id = 1')
/** All events of a page, because those that are not counted move the head too. */
const selectPage = statement<[after: number, limit: number], Row>(
  `select e.position, e.type, e.time, case when e.type in (${countedTypes.map((type) => `'${type}'`).join(', ')})
      then e.content else '{}' end as content, s.agent
    from events e left join sessions s on s.id = e.session_id
    where e.position > $1 order by e.position limit $2`,
)
const add = bulkInsert({
  table: 'gateway_stats',
  columns: { series: 'text', at: 'bigint', name: 'text', count: 'bigint', total: 'bigint' },
  conflict: `on conflict (series, at, name) do update set
    count = gateway_stats.count + excluded.count, total = gateway_stats.total + excluded.total`,
})
const select = statement<[series: string, from: number, step: number], StatsRow>(
  `select at - at % $3 as bucket, name, cast(sum(count) as bigint) as count, cast(sum(total) as bigint) as total
    from gateway_stats where series = $1 and at >= $2 group by 1, 2 order by 1, 2`,
)
const prune = statement<[before: number]>('delete from gateway_stats where at < $1')

/**
 * Opens the counts. Events are added in the transaction that moves the head behind them, so each counts once, whatever node counts it and
 * whenever that node dies.
 */
export function openStats(
  database: Database,
  { clock, onError }: { readonly clock: Clock; onError(error: Error): void },
): Stats {
  let timer: Disposable | undefined
  let isOpen = true
  let prunedAt = 0
  let counting: Promise<void> | undefined

  const countPage = () =>
    database.transaction(async (transaction) => {
      const { position = 0 } = (await transaction.get(takeHead)) ?? {}
      const rows = await transaction.all(selectPage, position, pageSize)
      await add(transaction, sumsOf(rows))
      const last = rows.at(-1)
      if (last !== undefined) await transaction.run(setHead, last.position)
      return rows.length === pageSize
    })
  const count = async (pages: number) => {
    for (let page = 0; isOpen && page < pages; page += 1) if (!(await countPage())) return
  }
  /** One count at a time in a process. */
  const countOnce = (pages: number) => {
    counting ??= count(pages).finally(() => {
      counting = undefined
    })
    return counting
  }
  const beat = async () => {
    await countOnce(Number.POSITIVE_INFINITY)
    if (clock.now() - prunedAt < pruneEveryMs) return
    prunedAt = clock.now()
    await database.run(prune, prunedAt - keptMs)
  }
  const wait = () => {
    if (!isOpen) return
    timer = clock.after(everyMs, () => {
      void beat()
        .catch((error: unknown) => {
          if (isOpen) onError(error instanceof Error ? error : new Error(String(error)))
        })
        .then(wait)
    })
  }
  wait()
  return {
    catchUp: () => countOnce(promptPages),
    read: (series, from, stepMs) => database.all(select, series, from, stepMs),
    [Symbol.dispose]: () => {
      isOpen = false
      timer?.[Symbol.dispose]()
    },
  }
}

/** Returns the sums of what a page of events adds, by series, time and line. */
function sumsOf(rows: readonly Row[]) {
  const sums = new Map<string, Sample & { readonly at: number }>()
  for (const { type, time, content, agent } of rows) {
    const at = time - (time % bucketMs)
    for (const sample of samplesOfEvent(type, JSON.parse(content), agent ?? undefined)) {
      const key = `${sample.series} ${at} ${sample.name}`
      const before = sums.get(key)
      const [count, total] = [sample.count + (before?.count ?? 0), sample.total + (before?.total ?? 0)]
      sums.set(key, { ...sample, at, count, total })
    }
  }
  // In one order, so that no two transactions wait for each other.
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => ({ ...sum }))
}
