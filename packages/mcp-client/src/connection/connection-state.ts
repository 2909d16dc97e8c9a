/** The state of one connection to a server. `generation` counts the attempts, so that news of an older one can be told apart. */
export type ConnectionState =
  | { readonly status: 'idle'; readonly generation: number }
  | { readonly status: 'connecting'; readonly generation: number; readonly failures: number }
  | { readonly status: 'ready'; readonly generation: number }
  /** It did not answer the last look; calls still go to it. */
  | { readonly status: 'degraded'; readonly generation: number; readonly missed: number; readonly reason: string }
  /** Waits for the next attempt. */
  | {
      readonly status: 'failed'
      readonly generation: number
      readonly failures: number
      readonly reason: string
      readonly retryAt: number
    }
  /** Too many attempts failed: the next one comes late, or when someone asks for it. */
  | {
      readonly status: 'cooling_down'
      readonly generation: number
      readonly reason: string
      readonly until: number
    }
  /** Nothing is tried before the reason is gone: a login, a consent, another configuration. */
  | { readonly status: 'blocked'; readonly generation: number; readonly reason: string }
  | { readonly status: 'closed'; readonly generation: number }

/** Something that happened to a connection. Times in milliseconds since the Unix epoch; `chance` is a random number from 0 to 1. */
export type ConnectionEvent =
  /** A caller needs it. */
  | { readonly type: 'wanted' }
  | { readonly type: 'connected'; readonly generation: number }
  | {
      readonly type: 'refused'
      readonly generation: number
      readonly reason: string
      readonly now: number
      readonly chance: number
    }
  /** An attempt cannot succeed without a change from outside. */
  | { readonly type: 'blocked'; readonly generation: number; readonly reason: string }
  /** The process ended, or the stream broke. */
  | {
      readonly type: 'lost'
      readonly generation: number
      readonly reason: string
      readonly now: number
      readonly chance: number
    }
  | { readonly type: 'answered'; readonly generation: number }
  | {
      readonly type: 'missed'
      readonly generation: number
      readonly reason: string
      readonly now: number
      readonly chance: number
    }
  | { readonly type: 'due'; readonly generation: number }
  | { readonly type: 'unused' }
  | { readonly type: 'retried' }
  | { readonly type: 'closed' }

/** An effect that the runner carries out after a step, in this order. */
export type ConnectionEffect =
  | { readonly type: 'connect'; readonly generation: number }
  | { readonly type: 'disconnect'; readonly generation: number }
  | { readonly type: 'wait'; readonly generation: number; readonly delayMs: number }

export interface ConnectionStep {
  readonly state: ConnectionState
  readonly effects: readonly ConnectionEffect[]
}

/** The most attempts in a row before a connection cools down. */
export const maxAttempts = 10
/** The time between the last attempt and the next one after that, in milliseconds. */
export const coolDownMs = 5 * 60_000
/** The looks in a row without an answer after which a connection counts as lost. */
export const maxMissed = 3
const firstDelayMs = 2_000
const maxDelayMs = 60_000

/** Returns the time before the next attempt, in milliseconds: doubled each time, with up to a quarter taken off at random. */
export function retryDelay(failures: number, chance: number): number {
  const whole = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(30, Math.max(0, failures - 1)))
  return Math.round(whole * (1 - chance / 4))
}

/** Decides what an event means for a connection. Pure; events of an older generation change nothing. */
export function reduceConnection(state: ConnectionState, event: ConnectionEvent): ConnectionStep {
  if (state.status === 'closed') return stay(state)
  if ('generation' in event && event.generation !== state.generation) return stay(state)
  switch (event.type) {
    case 'wanted':
      return state.status === 'idle' ? connect(state, 0) : stay(state)
    case 'retried':
      return state.status === 'failed' || state.status === 'cooling_down' || state.status === 'blocked'
        ? connect(state, 0)
        : stay(state)
    case 'due':
      if (state.status === 'failed') return connect(state, state.failures)
      return state.status === 'cooling_down' ? connect(state, 0) : stay(state)
    case 'connected':
      return state.status === 'connecting' ? { state: ready(state), effects: [] } : stay(state)
    case 'refused':
      return state.status === 'connecting' ? failed(state, state.failures + 1, event) : stay(state)
    case 'blocked':
      return {
        state: { status: 'blocked', generation: state.generation, reason: event.reason },
        effects: [{ type: 'disconnect', generation: state.generation }],
      }
    case 'lost':
      return isLive(state) ? failed(state, 1, event) : stay(state)
    case 'answered':
      return state.status === 'degraded' ? { state: ready(state), effects: [] } : stay(state)
    case 'missed': {
      if (!isLive(state)) return stay(state)
      const missed = state.status === 'degraded' ? state.missed + 1 : 1
      if (missed >= maxMissed) return failed(state, 1, event)
      const { generation } = state
      return { state: { status: 'degraded', generation, missed, reason: event.reason }, effects: [] }
    }
    case 'unused':
      return isLive(state) ? disconnect(state, 'idle') : stay(state)
    case 'closed':
      return disconnect(state, 'closed')
    default:
      return event satisfies never
  }
}

/** True if calls can go to it. */
export function isLive(state: ConnectionState): boolean {
  return state.status === 'ready' || state.status === 'degraded'
}

function stay(state: ConnectionState): ConnectionStep {
  return { state, effects: [] }
}

function ready({ generation }: ConnectionState): ConnectionState {
  return { status: 'ready', generation }
}

function connect(state: ConnectionState, failures: number): ConnectionStep {
  const generation = state.generation + 1
  return { state: { status: 'connecting', generation, failures }, effects: [{ type: 'connect', generation }] }
}

function disconnect({ generation }: ConnectionState, status: 'idle' | 'closed'): ConnectionStep {
  return { state: { status, generation }, effects: [{ type: 'disconnect', generation }] }
}

function failed(
  { generation }: ConnectionState,
  failures: number,
  { reason, now, chance }: { readonly reason: string; readonly now: number; readonly chance: number },
): ConnectionStep {
  const delayMs = failures >= maxAttempts ? coolDownMs : retryDelay(failures, chance)
  const state: ConnectionState =
    failures >= maxAttempts
      ? { status: 'cooling_down', generation, reason, until: now + delayMs }
      : { status: 'failed', generation, failures, reason, retryAt: now + delayMs }
  return {
    state,
    effects: [
      { type: 'disconnect', generation },
      { type: 'wait', generation, delayMs },
    ],
  }
}
