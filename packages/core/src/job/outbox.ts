/** Something that one recipient must learn exactly once: an announcement, mail of a team, a message of a channel. */
export interface OutboxMessage {
  readonly id: string
  /** The reader: a session, an agent, a channel. Only the reader gives it a meaning. */
  readonly recipient: string
  /** The type of the payload, such as `agent.announcement`. */
  readonly kind: string
  readonly payload: unknown
  /** Milliseconds since the Unix epoch. */
  readonly sentAt: number
}

/** A message before it has an id. */
export interface OutboxEntry {
  readonly recipient: string
  readonly kind: string
  readonly payload: unknown
  /** Idempotency key: a recipient gets a message of the same kind and key once. */
  readonly key?: string | undefined
}

/** Messages that outlive the process that sent them. */
export interface Outbox {
  /** Adds messages on their own. If they belong to a change of the database, add them in its transaction instead. */
  send(...entries: readonly OutboxEntry[]): Promise<void>
  /**
   * Hands over what waits for a recipient, oldest first, and takes it out if the callback resolves. Of several processes that
   * receive for one recipient at once, each message reaches one.
   * @returns the number of messages handed over.
   */
  receive(
    recipient: string,
    take: (messages: readonly OutboxMessage[]) => Promise<void>,
    options?: ReceiveOptions,
  ): Promise<number>
  /**
   * Returns what waits for a recipient, oldest first, and leaves it there: for a reader that stores it elsewhere under its id, and then
   * acknowledges it.
   */
  peek(recipient: string, options?: ReceiveOptions): Promise<readonly OutboxMessage[]>
  /** Takes messages out, by their ids. */
  acknowledge(...ids: readonly string[]): Promise<void>
  /** Calls the listener when messages for the recipient may wait. Keeps no process alive. */
  subscribe(recipient: string, listener: () => void): Promise<Disposable>
}

/** The options of `receive`. */
export interface ReceiveOptions {
  /** Only messages of this kind. */
  readonly kind?: string | undefined
  /** The largest number of messages to deliver at once. Default 100. */
  readonly limit?: number | undefined
}
