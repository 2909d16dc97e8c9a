/** A statement of a subject and a relation: its object, and for which time. */
export interface Statement {
  /** Says the same as another one with an equal number. */
  readonly object: number
  /** Milliseconds since the Unix epoch. Undefined: since when is not known. */
  readonly from: number | undefined
  /** The first moment at which it no longer holds, in milliseconds since the Unix epoch. Undefined: no end is known. */
  readonly to: number | undefined
}

/** A time in which a fact holds. `conflict`: another fact of a single relation begins at the same time. */
export interface Interval extends Statement {
  readonly state: 'settled' | 'conflict'
}

/** `single`: a subject has one object at a time, so that a later one ends an earlier one. `multi`: it may have many. */
export type RelationKind = 'single' | 'multi'

interface Span {
  readonly object: number
  readonly from: number
  readonly to: number
  readonly conflicts: boolean
}

/**
 * Works out when each fact about one subject and relation holds, from all that was stated about it. An end that is stated once bounds
 * every earlier beginning without an end, and a beginning that is not known is the earliest one that another statement knows. Of a single relation, a fact that begins later ends the one before at its own beginning. The
 * order of the statements makes no difference: an older fact that comes late is there with its end at once. Facts of a single relation
 * that begin at the same time are a conflict, and all of them stay.
 */
export function deriveIntervals(statements: readonly Statement[], kind: RelationKind): readonly Interval[] {
  const spans = statements.map(({ object, from: given, to }) => {
    const from = given ?? startBefore(statements, object, to)
    return { object, from, to: to ?? endAfter(statements, object, from), conflicts: false }
  })
  return joinSpans(kind === 'single' ? takeTurns(spans) : spans)
    .toSorted((left, right) => left.from - right.from || left.object - right.object)
    .map(({ object, from, to, conflicts }) => ({
      object,
      from: Number.isFinite(from) ? from : undefined,
      to: Number.isFinite(to) ? to : undefined,
      state: conflicts ? 'conflict' : 'settled',
    }))
}

function startBefore(statements: readonly Statement[], object: number, to = Number.POSITIVE_INFINITY): number {
  const starts = statements.flatMap(({ object: other, from }) =>
    other === object && from !== undefined && from < to ? [from] : [],
  )
  return starts.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...starts)
}

function endAfter(statements: readonly Statement[], object: number, from: number): number {
  const ends = statements.flatMap(({ object: other, to }) =>
    other === object && to !== undefined && to > from ? [to] : [],
  )
  return Math.min(Number.POSITIVE_INFINITY, ...ends)
}

/** Ends each span at the next beginning, and marks those that begin together with one of another object. */
function takeTurns(spans: readonly Span[]): readonly Span[] {
  const starts = [...new Set(spans.map(({ from }) => from))].toSorted((left, right) => left - right)
  return starts.flatMap((start, index) => {
    const together = spans.filter(({ from }) => from === start)
    const conflicts = new Set(together.map(({ object }) => object)).size > 1
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY
    return together.map((span) => ({ ...span, to: Math.min(span.to, end), conflicts }))
  })
}

/** Joins spans of one object and state that overlap or touch. */
function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = []
  for (const span of spans.toSorted((left, right) => left.from - right.from)) {
    if (span.from >= span.to) continue
    const at = joined.findIndex(
      ({ object, to, conflicts }) => object === span.object && conflicts === span.conflicts && to >= span.from,
    )
    const before = joined[at]
    if (before === undefined) joined.push(span)
    else joined[at] = { ...before, to: Math.max(before.to, span.to) }
  }
  return joined
}
