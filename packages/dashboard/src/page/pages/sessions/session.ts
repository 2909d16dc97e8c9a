/** An event as the API answers it: its content, with its place in the order of the record. */
export interface RecordedEvent {
  readonly position: string
  readonly session: string
  readonly type: string
  readonly event: Readonly<Record<string, unknown>>
}

/** The time of each stage of a call, in milliseconds. A stage that did not occur is absent. */
export interface StageTimes {
  readonly gates?: number
  readonly approval?: number
  readonly locks?: number
  readonly execution?: number
  readonly exit?: number
}

/** A session, as lists have it. */
export interface Session {
  readonly id: string
  readonly title?: string
  readonly agent?: string | null
  readonly user?: string | null
  readonly createdAt: string | number
  readonly endedAt?: string | number
  /** Absent if the server does not say. */
  readonly state?: string
  readonly calls: number
  readonly asked?: number
  readonly denied?: number
  readonly failed?: number
  readonly cost?: { readonly amount: string; readonly currency: string }
  readonly tokens?: { readonly input: number; readonly output: number; readonly cached?: number }
  readonly node?: string
}

/** A call in the timeline: metadata alone. Its input and result are read when it is opened. */
export interface TimelineCall {
  readonly id: string
  readonly tool: string
  readonly status: string
  /** The object of the call, on one line. */
  readonly line?: string
  readonly receivedAt: string | number
  readonly endedAt?: string | number
  readonly timings?: StageTimes
  readonly turn?: number
  /** The number of runs above the one that made it. */
  readonly depth?: number
  readonly wasAsked?: boolean
  readonly kind?: 'model' | 'tool' | 'agent'
  readonly cost?: { readonly amount: string; readonly currency: string }
}

/** A call with everything that was recorded. */
export interface CallDetail extends TimelineCall {
  readonly input?: unknown
  readonly result?: unknown
  readonly decision?: unknown
  readonly targets?: unknown
  readonly flow?: unknown
  readonly approval?: unknown
}
