import { z } from 'zod'
import { refuse } from '../problem/problem.ts'
import { defineRoute, type Route } from '../route/route.ts'
import { type StatsRow, statsRanges } from '../stats/open-stats.ts'
import { onlyLine, type SeriesName, seriesBy } from '../stats/samples-of-event.ts'
import { time, timeOf } from './account/account-schemas.ts'

const names = Object.keys(seriesBy) as [SeriesName, ...SeriesName[]]
const mostLines = 20
const means: ReadonlySet<SeriesName> = new Set(['latency', 'decision-time'])

const getSeries = defineRoute({
  ...{ method: 'GET', path: '/stats/{series}', operation: 'getStats', tag: 'stats', role: 'viewer', scope: 'stats' },
  summary: 'Numbers over time, for plots',
  description:
    'Counted from the record once, on all nodes together, and kept for 40 days. Durations are means in milliseconds; costs are dollars. `waiting` is not recorded and has no lines.',
  mayFindNothing: false,
  params: z.strictObject({ series: z.enum(names) }),
  query: z.strictObject({
    range: z.enum(Object.keys(statsRanges) as [keyof typeof statsRanges]).default('24h'),
    by: z.string().max(40).optional().describe('What the lines are. Default: all of it is one line.'),
  }),
  answer: z
    .strictObject({
      stepMs: z.int(),
      at: z.array(time).max(300).describe('The begin of each bucket.'),
      lines: z
        .array(z.strictObject({ name: z.string(), values: z.array(z.number().nullable()).max(300) }))
        .max(mostLines + 1),
    })
    .meta({ id: 'StatsSeries' }),
  handle: async ({ params: { series }, query: { range, by } }, { gateway: { stats, clock } }) => {
    if (by !== undefined && by !== seriesBy[series])
      refuse('invalid', `The lines of ${series} are ${seriesBy[series] ?? 'one'}, not ${by}.`)
    await stats.catchUp()
    const { rangeMs, stepMs } = statsRanges[range]
    const now = clock.now()
    const last = now - (now % stepMs)
    const at = Array.from({ length: rangeMs / stepMs }, (_, place) => last - (rangeMs / stepMs - 1 - place) * stepMs)
    const rows = await stats.read(series, at[0] ?? 0, stepMs)
    const lines = linesOf(rows, { at, isMean: means.has(series), unit: series === 'cost' ? 1_000_000 : 1, by })
    return { stepMs, at: at.map(timeOf), lines }
  },
})

/** Returns the lines of a series: the largest ones, and the rest as one. */
function linesOf(
  rows: readonly StatsRow[],
  {
    at,
    isMean,
    unit,
    by,
  }: {
    readonly at: readonly number[]
    readonly isMean: boolean
    readonly unit: number
    readonly by: string | undefined
  },
) {
  const totals = new Map<string, number>()
  for (const { name, count } of rows) totals.set(name, (totals.get(name) ?? 0) + count)
  const largest = [...totals].toSorted((one, other) => other[1] - one[1]).slice(0, mostLines)
  const named = new Set(largest.map(([name]) => name))
  const lines = new Map<string, Map<number, { count: number; total: number }>>()
  for (const { bucket, name, count, total } of rows) {
    const line = by === undefined ? onlyLine : named.has(name) ? name : 'other'
    const buckets = lines.get(line) ?? new Map<number, { count: number; total: number }>()
    lines.set(line, buckets)
    const before = buckets.get(bucket)
    buckets.set(bucket, { count: count + (before?.count ?? 0), total: total + (before?.total ?? 0) })
  }
  return [...lines].map(([name, buckets]) => ({
    name,
    values: at.map((each) => {
      const sum = buckets.get(each)
      if (isMean) return sum === undefined || sum.count === 0 ? null : sum.total / sum.count
      return (sum?.total ?? 0) / unit
    }),
  }))
}

export const statsRoutes: readonly Route[] = [getSeries]
