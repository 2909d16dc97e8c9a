/** Limits of one request. Each can be set for the client and overridden per request. */
export interface ClientLimits {
  /** Time for a name to be resolved, and for one address to accept a connection, TLS included, in milliseconds. */
  readonly connectMs: number
  /** Time from the sent request to the end of the response headers, per hop, in milliseconds. */
  readonly headersMs: number
  /** Longest silence while the body is awaited, in milliseconds. */
  readonly idleMs: number
  /** Time for everything: resolution, redirects, body; in milliseconds. `Infinity` for a stream that stays open. */
  readonly totalMs: number
  /** Largest response headers, in bytes. */
  readonly maxHeaderBytes: number
  /** Largest body, in bytes, on the wire and again after decompression. */
  readonly maxBodyBytes: number
  /** The largest ratio of decompressed to compressed bytes, checked once a body has grown past 1 MiB. */
  readonly maxCompressionRatio: number
}

/** The limits of a guarded client if none are set. */
export const defaultClientLimits: ClientLimits = {
  connectMs: 10_000,
  headersMs: 30_000,
  idleMs: 20_000,
  totalMs: 60_000,
  maxHeaderBytes: 32 * 1024,
  maxBodyBytes: 10 * 1024 * 1024,
  maxCompressionRatio: 200,
}
