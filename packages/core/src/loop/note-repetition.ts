/** One call with what came of it, for comparison alone. */
export interface CallTrace {
  /** Tool and input, as one text. */
  readonly call: string
  /** The result as shown to the model. */
  readonly result: string
  /** True if it changed something: files may then be read again with good reason. */
  readonly changes: boolean
}

export interface RepetitionLimits {
  /** Warn at the Nth identical call with an identical result. */
  readonly warnAt: number
  /** End the run at the Nth one. */
  readonly stopAt: number
  /** The number of recent calls that are compared. */
  readonly window: number
}

const defaultRepetitionLimits: RepetitionLimits = { warnAt: 4, stopAt: 8, window: 24 }

export interface Repetition {
  readonly history: readonly CallTrace[]
  /** The number of identical calls with an identical result, including this one. */
  readonly times: number
  readonly verdict: 'fine' | 'warn' | 'stop'
}

/**
 * Detects a model that repeats itself: only the same tool with the same input and the same result counts. A poll with a
 * changing answer and the reading of many files are not loops, and reads start a new count after a change. Pure.
 */
export function noteRepetition(
  history: readonly CallTrace[],
  trace: CallTrace,
  { warnAt, stopAt, window }: RepetitionLimits = defaultRepetitionLimits,
): Repetition {
  let times = 1
  for (const earlier of history) if (earlier.call === trace.call && earlier.result === trace.result) times += 1
  const stillCounts = trace.changes ? history.filter((earlier) => earlier.changes) : history
  const latest = stillCounts.slice(1 - window)
  latest.push(trace)
  return {
    history: latest,
    times,
    verdict: times >= stopAt ? 'stop' : times >= warnAt ? 'warn' : 'fine',
  }
}
