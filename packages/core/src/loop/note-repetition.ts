/** One call with what came of it, for comparison alone. */
export interface CallTrace {
  /** Tool and input, as one text. */
  readonly call: string
  /** What the model was shown. */
  readonly result: string
  /** Whether it changed something: what is read afterwards may rightly be read again. */
  readonly changes: boolean
}

export interface RepetitionLimits {
  /** The how-manieth same call with the same result is warned of. */
  readonly warnAt: number
  /** And the how-manieth ends the run. */
  readonly stopAt: number
  /** How many of the last calls are looked at. */
  readonly window: number
}

const defaultRepetitionLimits: RepetitionLimits = { warnAt: 4, stopAt: 8, window: 24 }

export interface Repetition {
  readonly history: readonly CallTrace[]
  /** How many times this very call has now had this very result. */
  readonly times: number
  readonly verdict: 'fine' | 'warn' | 'stop'
}

/**
 * Tells a model that goes in circles from one that works: only the same tool with the same input and the same result counts.
 * A poll whose answer changes and the reading of many files are no loops, and what only reads counts anew after a change. Pure.
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
