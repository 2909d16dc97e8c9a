import type { LoopEvent } from '@drawbridge/core/agent'
import type { Caller } from '../caller/caller.ts'

/** Something that happens in a session of this node. */
export interface ChatNews {
  readonly session: string
  /** The user whose session it is; undefined if it has none. */
  readonly owner: string | undefined
  /** Streamed text has been scrubbed; what a model writes as arguments of a call is left out. */
  readonly event: LoopEvent
}

/** Happens in a run and is not recorded: text as the model writes it, progress of calls. */
export type PassingEvent = Extract<
  LoopEvent,
  { type: 'text.streamed' | 'reasoning.streamed' | 'call.streamed' | 'call.progressed' | 'answer.voided' }
>

const passing: ReadonlySet<string> = new Set<PassingEvent['type']>([
  'text.streamed',
  'reasoning.streamed',
  'call.streamed',
  'call.progressed',
  'answer.voided',
])

/** Returns true if an event is not recorded. */
export function isPassing(event: LoopEvent): event is PassingEvent {
  return passing.has(event.type)
}

/** A message that is stored. */
export interface AcceptedMessage {
  readonly session: string
  /** The id of the message: sent again, it counts once. */
  readonly message: string
  /** `here`: its run is on this node. `elsewhere`: the process that writes the session gets it. */
  readonly taken: 'here' | 'elsewhere'
}

/** A new session in which an agent is to work. */
export interface NewChat {
  readonly agent?: string | undefined
  readonly model?: string | undefined
  /** The session and its node whose conversation the new one begins with. */
  readonly fork?: { readonly session: string; readonly node?: string } | undefined
}

/** The sessions in which agents work for callers over HTTP. A run belongs to the server: it goes on if its client is gone. */
export interface Chats extends AsyncDisposable {
  /** Opens a session and records whose it is. Returns its id. */
  create(chat: NewChat, caller: Caller): Promise<string>
  /** Ends the runs of this node whose senders are in force no more. */
  endUnwanted(): Promise<void>
  /** Stores a message, which begins a run or is read by the active one, on whatever node it is. */
  send(
    session: string,
    message: { readonly id: string; readonly text: string },
    owner: string | undefined,
  ): Promise<AcceptedMessage>
  /** Goes on with a run that was interrupted. */
  resume(session: string, owner: string | undefined): Promise<AcceptedMessage>
  /** Ends the active run of a session, on whatever node it is. */
  abort(session: string, reason: string): Promise<void>
  /** Takes what was left for sessions whose node has ended. */
  takeUndelivered(ageMs: number): Promise<void>
  /** Calls the listener with what happens in the sessions of this node. */
  listen(listener: (news: ChatNews) => void): Disposable
  /** The number of runs that are active on this node. */
  active(): number
}
