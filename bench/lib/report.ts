/** One goal of `docs` or the quality bar, with what this run measured. */
export interface Goal {
  readonly text: string
  readonly met: boolean
}

/** The result of a benchmark or scoreboard: a table, the goals and further notes. */
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
export type Measure = (options?: Readonly<Record<string, unknown>>) => Promise<Report>
