/** The counters of the shared limiter. Times in milliseconds since the Unix epoch. */
export interface LimitTables {
  readonly limit_counters: {
    readonly counter: string
    readonly value: string | null
    readonly touched: number
    readonly useful_until: number
  }
  readonly limit_places: {
    readonly claim: string
    readonly counter: string
    readonly holder: string
    readonly leased_until: number
  }
}
