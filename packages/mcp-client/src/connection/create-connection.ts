import { fail } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { Link } from '../link/open-link.ts'
import {
  type ConnectionEffect,
  type ConnectionEvent,
  type ConnectionState,
  isLive,
  reduceConnection,
} from './connection-state.ts'

/** An open link with the attempt that opened it. */
export interface LiveLink {
  readonly link: Link
  readonly generation: number
}

/** One connection to a server, opened when it is needed, looked after, and opened again when it is lost. */
export interface ServerConnection extends AsyncDisposable {
  readonly state: ConnectionState
  /** Returns the open link, after opening it if need be. Fails with `server_unavailable` and the reason. */
  obtain(signal: AbortSignal): Promise<LiveLink>
  /** Says that a link turned out to be gone. It is opened again. */
  lose(generation: number, reason: string): void
  /** Closes it until it is needed again. */
  rest(): void
  /** Ends a wait or a block: tries again now. */
  retry(): void
}

export interface ConnectionOptions {
  /** Named in messages. */
  readonly server: string
  readonly clock: Clock
  /** A random number from 0 to 1. */
  chance(): number
  /** Rejects with the reason. */
  open(signal: AbortSignal): Promise<Link>
  /** Called with each link before anybody uses it. A rejection refuses the connection. */
  onOpened(live: LiveLink): Promise<void>
  /** Rejects if the server does not answer. */
  look(link: Link): Promise<void>
  /** Says if an error of `open` stays as long as nothing changes outside. Returns the reason then. */
  blockedBy(error: unknown): string | undefined
  describe(error: unknown): string
  onState(state: ConnectionState): void
}

const lookEveryMs = 30_000
/** A caller waits for an attempt that comes this soon, in milliseconds. */
const worthWaitingMs = 5_000

/** Creates a connection that is not open yet. */
export function createConnection(options: ConnectionOptions): ServerConnection {
  const { server, clock } = options
  let state: ConnectionState = { status: 'idle', generation: 0 }
  let live: LiveLink | undefined
  let timer: Disposable | undefined
  let looking: Disposable | undefined
  let opening = new AbortController()
  let settled = Promise.withResolvers<void>()
  const closing = new Set<Promise<unknown>>()

  const dispatch = (event: ConnectionEvent) => {
    const step = reduceConnection(state, event)
    const before = state
    state = step.state
    for (const effect of step.effects) carryOut(effect)
    if (before === state) return
    options.onState(state)
    if (before.status !== 'connecting' && state.status === 'connecting') return
    settled.resolve()
    settled = Promise.withResolvers()
  }
  const dated = () => ({ now: clock.now(), chance: options.chance() })

  const carryOut = (effect: ConnectionEffect) => {
    switch (effect.type) {
      case 'connect':
        timer?.[Symbol.dispose]()
        opening = new AbortController()
        void open(effect.generation, opening.signal)
        return
      case 'disconnect':
        disconnect()
        return
      case 'wait':
        timer?.[Symbol.dispose]()
        timer = clock.after(effect.delayMs, () => dispatch({ type: 'due', generation: effect.generation }))
        return
      default:
        effect satisfies never
    }
  }
  const disconnect = () => {
    opening.abort(new Error('The connection is not wanted any more.'))
    looking?.[Symbol.dispose]()
    timer?.[Symbol.dispose]()
    const link = live?.link
    live = undefined
    if (link !== undefined) close(link)
  }
  const close = (link: Link) => {
    const done = link
      .close()
      .catch(() => undefined)
      .finally(() => closing.delete(done))
    closing.add(done)
  }
  const open = async (generation: number, signal: AbortSignal) => {
    let link: Link | undefined
    try {
      link = await options.open(signal)
      signal.throwIfAborted()
      const opened: LiveLink = { link, generation }
      await options.onOpened(opened)
      signal.throwIfAborted()
      live = opened
      void link.lost.then((reason) => dispatch({ type: 'lost', generation, reason, ...dated() }))
      dispatch({ type: 'connected', generation })
      lookLater(generation)
    } catch (error) {
      if (link !== undefined) close(link)
      const blocked = options.blockedBy(error)
      if (blocked === undefined) dispatch({ type: 'refused', generation, reason: options.describe(error), ...dated() })
      else dispatch({ type: 'blocked', generation, reason: blocked })
    }
  }
  const lookLater = (generation: number) => {
    looking = clock.after(lookEveryMs, () => void look(generation))
  }
  const look = async (generation: number) => {
    if (live?.generation !== generation) return
    try {
      await options.look(live.link)
      dispatch({ type: 'answered', generation })
    } catch (error) {
      dispatch({ type: 'missed', generation, reason: options.describe(error), ...dated() })
    }
    if (live?.generation === generation) lookLater(generation)
  }

  return {
    get state() {
      return state
    },
    obtain: async (signal) => {
      dispatch({ type: 'wanted' })
      for (;;) {
        signal.throwIfAborted()
        if (live !== undefined && isLive(state)) return live
        const refusal = refusalOf(server, state, clock.now())
        if (refusal !== undefined) fail('server_unavailable', refusal)
        await untilSettled(settled.promise, signal)
      }
    },
    lose: (generation, reason) => {
      dispatch({ type: 'lost', generation, reason, ...dated() })
      dispatch({ type: 'retried' })
    },
    rest: () => dispatch({ type: 'unused' }),
    retry: () => dispatch({ type: 'retried' }),
    [Symbol.asyncDispose]: async () => {
      dispatch({ type: 'closed' })
      await Promise.all(closing)
    },
  }
}

/** Returns the reason for which a caller need not wait; undefined if the connection may be open soon. */
function refusalOf(server: string, state: ConnectionState, now: number): string | undefined {
  switch (state.status) {
    case 'idle':
    case 'connecting':
    case 'ready':
    case 'degraded':
      return undefined
    case 'failed':
      return state.retryAt - now <= worthWaitingMs && state.failures === 1
        ? undefined
        : `The MCP server "${server}" cannot be reached: ${state.reason} The next attempt is in ${inSeconds(state.retryAt - now)}.`
    case 'cooling_down':
      return `The MCP server "${server}" failed too often: ${state.reason} The next attempt is in ${inSeconds(state.until - now)}.`
    case 'blocked':
      return `The MCP server "${server}" cannot be used: ${state.reason}`
    case 'closed':
      return `The MCP server "${server}" was closed.`
    default:
      return state satisfies never
  }
}

function inSeconds(ms: number): string {
  return `${Math.max(1, Math.ceil(ms / 1_000))} s`
}

async function untilSettled(settled: Promise<void>, signal: AbortSignal): Promise<void> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    await Promise.race([settled, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
