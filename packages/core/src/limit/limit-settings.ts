/** A token bucket: `burst` calls at once, refilled at `perSecond`. */
export interface BucketSettings {
  /** Number of calls at once. */
  readonly burst: number
  /** Number of calls that are added each second, up to `burst`. */
  readonly perSecond: number
}

/** At most `calls` within any `perMs` milliseconds. */
export interface WindowSettings {
  readonly calls: number
  readonly perMs: number
}

/** The unit of counting: one counter for each session, agent, user or tool. */
export type LimitScope = 'session' | 'agent' | 'user' | 'tool'

/** The number of calls of one session that may wait for their place under the limits, and the longest wait. With 0 calls none waits. */
export interface QueueSettings {
  readonly calls: number
  readonly waitMs: number
}

/** The limits on the calls of a model. */
export interface LimitSettings {
  /** The limit on all calls of each session. */
  readonly calls: BucketSettings
  /** The limit on calls of risk `dangerous` and above of each session, in addition to `calls`. */
  readonly dangerousCalls: BucketSettings
  /** The number of calls of one session that run at the same time. */
  readonly concurrentPerSession: number
  /** Calls of one tool that run at the same time, over all sessions; tools that are not named have no such limit. */
  readonly concurrentPerTool: Readonly<Record<string, number>>
  readonly windows: Readonly<Partial<Record<LimitScope, WindowSettings>>>
  readonly queue: QueueSettings
}

/** The limits if nothing else is set. */
export const defaultLimitSettings: LimitSettings = {
  calls: { burst: 20, perSecond: 10 },
  dangerousCalls: { burst: 5, perSecond: 2 },
  concurrentPerSession: 8,
  concurrentPerTool: {},
  windows: {},
  queue: { calls: 64, waitMs: 60_000 },
}
