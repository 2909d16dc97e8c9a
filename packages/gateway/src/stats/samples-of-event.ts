/** The series of numbers that plots show, with what their lines are. */
export const seriesBy = {
  calls: 'outcome',
  asked: 'answer',
  'decision-time': undefined,
  latency: 'tool',
  cost: 'agent',
  tokens: 'type',
  denied: 'rule',
  redactions: 'rule',
  waiting: 'node',
  flow: 'sink',
} as const

/** The name of a series. */
export type SeriesName = keyof typeof seriesBy

/** The name of the only line of a series that has one. */
export const onlyLine = 'all'

/** A number that an event adds to a series. */
export interface Sample {
  readonly series: SeriesName
  /** The line. */
  readonly name: string
  readonly count: number
  /** Milliseconds, millionths of a dollar, tokens, or as `count`. Whole. */
  readonly total: number
}

/** The parts of recorded events that are counted. */
interface CountedEvent {
  readonly tool?: string
  readonly result?: {
    readonly code?: string
    readonly meta?: {
      readonly durationMs?: number
      readonly decision?: { readonly rule?: string }
      readonly redactions?: Readonly<Record<string, number>>
    }
  }
  readonly timings?: { readonly approval?: number; readonly execution?: number }
  readonly decision?: { readonly answer?: string }
  readonly code?: string
  readonly cost?: number
  readonly usage?: Readonly<Record<string, number | boolean>>
  readonly verdict?: string
  readonly findings?: readonly { readonly kind?: string }[]
}

/** The types of events that are counted. */
export const countedTypes = [
  ...['tool.completed', 'tool.failed', 'tool.denied', 'tool.cancelled', 'tool.interrupted'],
  ...['permission.decided', 'permission.failed', 'model.answered', 'flow.judged'],
] as const

const longestName = 200

/** Returns what an event adds to the series. An event of another form than today's adds what can be read of it. Pure. */
export function samplesOfEvent(type: string, event: CountedEvent, agent: string | undefined): readonly Sample[] {
  const once = (series: SeriesName, name: string | undefined, total?: number): readonly Sample[] =>
    name === undefined ? [] : [sample(series, name, total === undefined ? [1, 1] : [1, total])]
  switch (type) {
    case 'tool.completed':
    case 'tool.failed':
    case 'tool.denied':
    case 'tool.cancelled': {
      const { tool, result, timings } = event
      const { meta } = result ?? {}
      const isDenied = type === 'tool.denied'
      return [
        ...once('calls', type === 'tool.completed' ? 'ok' : type.slice('tool.'.length)),
        ...(isDenied ? once('denied', meta?.decision?.rule ?? result?.code) : []),
        ...(type === 'tool.completed' ? once('latency', tool, timings?.execution ?? 0) : []),
        ...(timings?.approval === undefined ? [] : once('decision-time', onlyLine, timings.approval)),
        ...Object.entries(meta?.redactions ?? {}).map(([rule, count]) => sample('redactions', rule, [count, count])),
      ]
    }
    case 'tool.interrupted':
      return once('calls', 'interrupted')
    case 'permission.decided':
      return once('asked', event.decision?.answer)
    case 'permission.failed':
      return once('asked', event.code)
    case 'model.answered': {
      const { cost, usage = {} } = event
      const tokens = Object.entries(usage).flatMap(([kind, count]) =>
        typeof count === 'number' && count > 0 ? [sample('tokens', kind, [count, count])] : [],
      )
      return [...(cost === undefined ? [] : once('cost', agent ?? 'default', cost * 1_000_000)), ...tokens]
    }
    case 'flow.judged': {
      if (event.verdict !== 'ask') return []
      const kinds = new Set((event.findings ?? []).map(({ kind }) => kind ?? 'act'))
      return [...kinds].flatMap((kind) => once('flow', kind))
    }
    default:
      return []
  }
}

function sample(series: SeriesName, name: string, [count, total]: readonly [number, number]): Sample {
  return { series, name: name.slice(0, longestName), count: Math.round(count), total: Math.round(total) }
}
