/** A client whose token was accepted, and whom it acts for. */
export interface McpCaller {
  /** Names the token. Sessions, calls and questions belong to it and are there for no other. */
  readonly id: string
  /** The name that the operator gave the client. */
  readonly client: string
  readonly user?: string
  readonly agent?: string
  /** False if its client is asked nothing, since no person is behind it. Default: as for all clients. */
  readonly elicitation?: boolean
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt?: number
}
