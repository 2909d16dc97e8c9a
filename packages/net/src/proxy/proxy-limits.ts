/** Limits of one listener of a proxy, and of one of its connections. */
export interface ProxyLimits {
  /** Time from the accepted connection to the end of its request head, and from an open tunnel to the end of the client's hello. */
  readonly headMs: number
  /** Time for a name to be resolved, and for one address to accept a connection, in milliseconds. */
  readonly connectMs: number
  /** Longest silence of both sides, in milliseconds. */
  readonly idleMs: number
  /** Longest life of a connection, in milliseconds. `Infinity` for none. */
  readonly totalMs: number
  /** Largest head of a request or response, in bytes. */
  readonly maxHeaderBytes: number
  /** The largest number of connections of one listener at a time. */
  readonly maxConnections: number
  /** Most bytes of content that one connection may move, both ways together. */
  readonly maxBytes: number
}

/** The limits of a filter proxy if none are set. */
export const defaultProxyLimits: ProxyLimits = {
  headMs: 10_000,
  connectMs: 10_000,
  idleMs: 300_000,
  totalMs: 3_600_000,
  maxHeaderBytes: 32 * 1024,
  maxConnections: 128,
  maxBytes: Number.POSITIVE_INFINITY,
}
