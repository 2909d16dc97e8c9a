/** The tokens of one request. No token is counted twice, so their sum is the whole request. */
export interface ModelUsage {
  /** Input that was neither read from a cache nor written to one. */
  readonly input: number
  readonly cacheRead: number
  /** Written to a cache that lasts some minutes. */
  readonly cacheWrite: number
  /** Written to a cache that lasts an hour. */
  readonly cacheWriteHour: number
  /** Without reasoning. */
  readonly output: number
  readonly reasoning: number
  /** True if the provider did not say, and the numbers are counted from characters. */
  readonly estimated: boolean
}

/** Prices in US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number
  readonly output: number
  /** Default: a tenth of `input`. */
  readonly cacheRead?: number
  /** Default: as `input`. */
  readonly cacheWrite?: number
  /** Default: as `cacheWrite`. */
  readonly cacheWriteHour?: number
}

/** The usage of nothing. */
export const noUsage: ModelUsage = {
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWriteHour: 0,
  output: 0,
  reasoning: 0,
  estimated: false,
}

/** Returns the sum of usages. It is estimated if one of them is. */
export function addUsage(...usages: readonly ModelUsage[]): ModelUsage {
  return usages.reduce(
    (sum, usage) => ({
      input: sum.input + usage.input,
      cacheRead: sum.cacheRead + usage.cacheRead,
      cacheWrite: sum.cacheWrite + usage.cacheWrite,
      cacheWriteHour: sum.cacheWriteHour + usage.cacheWriteHour,
      output: sum.output + usage.output,
      reasoning: sum.reasoning + usage.reasoning,
      estimated: sum.estimated || usage.estimated,
    }),
    noUsage,
  )
}

/** Returns the number of tokens of the prompt, cached or not. */
export function promptTokens({ input, cacheRead, cacheWrite, cacheWriteHour }: ModelUsage): number {
  return input + cacheRead + cacheWrite + cacheWriteHour
}

/** Returns the cost of a usage in US dollars. Reasoning costs as much as output. */
export function costOf(usage: ModelUsage, price: ModelPrice): number {
  const { cacheRead = price.input / 10, cacheWrite = price.input } = price
  const { cacheWriteHour = cacheWrite } = price
  const perMillion =
    usage.input * price.input +
    usage.cacheRead * cacheRead +
    usage.cacheWrite * cacheWrite +
    usage.cacheWriteHour * cacheWriteHour +
    (usage.output + usage.reasoning) * price.output
  return perMillion / 1_000_000
}
