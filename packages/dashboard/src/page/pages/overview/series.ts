/** A series of numbers over time, from the server's rollups: at most 300 buckets. */
export interface Series {
  /** The length of a bucket, in milliseconds. */
  readonly stepMs: number
  /** The begin of each bucket. */
  readonly at: readonly (string | number)[]
  readonly lines: readonly { readonly name: string; readonly values: readonly (number | null)[] }[]
}

/** The way in which a series is drawn. */
export interface PanelDefinition {
  readonly series: string
  readonly by?: string
  readonly form: 'bars' | 'lines'
  readonly unit?: 'duration' | 'money' | 'number'
  /** The page to which a point leads, with its filter. */
  readonly opens?: string
}

/** The panels of the overview, in their order. */
export const panels = [
  { series: 'calls', by: 'outcome', form: 'bars', opens: '/audit?event=tool' },
  { series: 'asked', by: 'answer', form: 'bars', opens: '/audit?event=permission' },
  { series: 'decision-time', form: 'lines', unit: 'duration' },
  { series: 'latency', by: 'tool', form: 'lines', unit: 'duration', opens: '/tools' },
  { series: 'cost', by: 'agent', form: 'bars', unit: 'money', opens: '/sessions' },
  { series: 'tokens', by: 'type', form: 'bars' },
  { series: 'denied', by: 'rule', form: 'bars', opens: '/audit?outcome=denied' },
  { series: 'redactions', by: 'rule', form: 'bars' },
  { series: 'waiting', by: 'node', form: 'lines' },
  { series: 'flow', by: 'sink', form: 'bars', opens: '/flow' },
] as const satisfies readonly PanelDefinition[]

/** Keeps the largest lines and joins the rest into one, so that each has a colour of its own. */
export function largestLines(lines: Series['lines'], most: number, otherName: string): Series['lines'] {
  if (lines.length <= most) return lines
  const sum = (values: readonly (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0)
  const sorted = [...lines].sort((one, other) => sum(other.values) - sum(one.values))
  const rest = sorted.slice(most - 1)
  const values = (lines[0]?.values ?? []).map((_, index) =>
    rest.reduce<number>((total, line) => total + (line.values[index] ?? 0), 0),
  )
  return [...sorted.slice(0, most - 1), { name: otherName, values }]
}
