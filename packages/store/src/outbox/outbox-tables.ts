/** Messages that wait for their recipients, and the keys of those that were delivered. Times in milliseconds since the Unix epoch. */
export interface OutboxTables {
  readonly outbox: {
    readonly position: number
    readonly id: string
    readonly recipient: string
    readonly kind: string
    readonly message_key: string | null
    readonly payload: string | null
    readonly sent_at: number
    readonly delivered_at: number | null
  }
}
