/** One goal of `docs` or the quality bar, with what this run measured. */
export interface Goal {
  readonly text: string
  readonly met: boolean
}

/** What a benchmark or scoreboard hands to its runner: a table, the goals and anything worth reading in full. */
export interface Report {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  readonly goals: readonly Goal[]
  /** Printed below the table, one a line: every miss of a scoreboard, notes on the method. */
  readonly details?: readonly string[]
  /** Raw figures for the JSON file under `bench/results/`. */
  readonly data?: unknown
}

/** A benchmark or scoreboard module exports exactly this. */
export type Measure = () => Promise<Report>
