import type { Role } from '@drawbridge/core/policy'

/** The caller whose prompt is made. */
export interface PromptCaller {
  readonly agent: string | undefined
  readonly user: string | undefined
  /** The id of the session; undefined if the prompt is made for none. */
  readonly session?: string | undefined
  /** The id of the run that sends the prompt to a model; undefined if it is made to be looked at. */
  readonly run?: string | undefined
  /** Undefined if the prompt is made for no run. */
  readonly role?: Role | undefined
  /** The last message of the user: a block may say what is known about it. */
  readonly words?: string | undefined
  /** The node of that message. */
  readonly message?: string | undefined
  /** Only the blocks of this place are wanted; undefined for all. */
  readonly place?: 'system' | 'latest' | undefined
}

/** A part of the system prompt, as a room wrote it for one caller. */
export interface RenderedPromptBlock {
  /** The name of the room. */
  readonly room: string
  /** Unique in its room. */
  readonly name: string
  readonly text: string
  readonly place: 'system' | 'latest'
}
