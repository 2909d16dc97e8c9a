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

/** Returns the reason why a budget cannot be held with a model; undefined if it can. Pure. */
export function objectionToBudget(
  { maxCost }: Partial<Pick<RunBudget, 'maxCost'>>,
  { id, price }: { readonly id: string; readonly price?: object | undefined },
): string | undefined {
  if (maxCost === undefined || price !== undefined) return undefined
  return `The budget of $${maxCost} cannot be held: the price of "${id}" is not known. Set "price" of the model in "models.providers" (zeros for one that costs nothing), or limit maxTokens.`
}

/** The budget of a run whose agent and caller set none. */
export const defaultRunBudget: RunBudget = { maxTurns: 20 }
