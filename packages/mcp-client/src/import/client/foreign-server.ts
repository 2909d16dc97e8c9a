/** A server as a client's file describes it, in one shape for all clients. Texts are in our notation for references. */
export interface ForeignServer {
  /** As the client calls it. */
  readonly name: string
  readonly launch: ForeignLaunch
  readonly enabled: boolean
  /** Exact names of the server's own. Absent: all. */
  readonly toolAllow?: readonly string[]
  readonly toolDeny?: readonly string[]
  readonly timeouts?: { readonly startSeconds?: number; readonly callSeconds?: number }
  /** Keys that let the client run tools unasked. They are never carried over. */
  readonly droppedTrust: readonly string[]
  /** The names of inputs and variables that must be known before it can start. */
  readonly needs: readonly string[]
}

/** The program or the address of a server. */
export type ForeignLaunch =
  | {
      readonly kind: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly kind: 'http' | 'sse'; readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** A server, or the reason why it stays where it is. */
export type ReadServer =
  | { readonly status: 'server'; readonly server: ForeignServer }
  /** @property why Follows the name of the server: `is an extension`. */
  | { readonly status: 'stays'; readonly name: string; readonly why: string }
