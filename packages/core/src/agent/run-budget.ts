/** The most that one run of an agent may use. The first limit that is reached ends it. */
export interface RunBudget {
  /** The number of model requests. On the last one the model may not call tools. */
  readonly maxTurns: number
  /** Tokens of all requests together, cached or not. Default: no limit. */
  readonly maxTokens?: number
  /** US dollars. Default: no limit. */
  readonly maxCost?: number
  /** Milliseconds from the message to the end. Default: no limit. */
  readonly maxDurationMs?: number
}

/** The budget of a run whose agent and caller set none. */
export const defaultRunBudget: RunBudget = { maxTurns: 20 }
