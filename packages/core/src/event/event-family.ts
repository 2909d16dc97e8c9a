import type { Scrubber } from '../scrub/index.ts'

/** The time and the session, run and call of an event. */
export interface EventStamp {
  /** Grows by one with each event of a session, from 1. */
  readonly sequence: number
  /** Milliseconds since the Unix epoch. */
  readonly time: number
  readonly session: string
  readonly run: string
}

/** An event of any type. */
export interface AnyEventBody {
  readonly type: string
}

/** An event of any type, as a record may hold it. */
export type AnyEvent = EventStamp & AnyEventBody

/** The way that a replay treats an event. */
export type ReplayClass =
  /** The pipeline makes it again, from what the record feeds it, and it is compared. */
  | 'made'
  /** The event came from outside and feeds the replay, which does not make it, such as a model turn. Taken from the record. */
  | 'input'
  /** The event is about something other than this run's calls, such as the progress of another run. Taken from the record. */
  | 'told'

/** One line about an event, by names: no arguments, no output, no message, since a client's log may be read by anyone. */
export type EventLine = Readonly<Record<string, string | number | boolean>>

/** A node of a session's tree. */
export interface EventNode {
  /** A word of the family's own: `run`, `turn`, `result`, … */
  readonly kind: string
  /** Unique within the session. Begins with the kind, as `run/7`. */
  readonly id: string
  /** The node above it: by its id, or the model turn that a call belongs to. */
  readonly parent?: string | { readonly turnOf: string }
  readonly tool?: string
  readonly status?: string
  /** The event that counts if several events make the same node. */
  readonly keeps: 'first' | 'last'
}

/** All that any reader needs to know of one type of event. */
export interface EventKind<Body> {
  /** The event with everything scrubbed that was not scrubbed on its way here. */
  scrub(body: Body, scrubber: Scrubber): Body
  line(body: Body): EventLine
  readonly replay: ReplayClass
  /** The reason that a replay takes the event from the record. */
  readonly because?: string
  /** Set if the event is the one end of its call. */
  readonly endsCall?: true
  node?(event: EventStamp & Body): EventNode
  /** The names of those to whom the session belongs, and its purpose, if the event tells them. */
  caller?(event: EventStamp & Body): {
    readonly agent?: string
    readonly user?: string
    readonly channel?: string
    /** The kind that the first of several events of a session names counts. */
    readonly kind?: string
  }
  /** Returns true if fields read from a file have what lists, trees and replays need of this type. Default: always. */
  isWhole?(fields: Readonly<Record<string, unknown>>): boolean
}

/** Types of events that belong together, each declared here and nowhere else. `Bodies`: the body of each by its type. */
export type EventFamily<Bodies = Readonly<Record<string, AnyEventBody>>> = {
  readonly [Type in keyof Bodies]: EventKind<Bodies[Type]>
}
