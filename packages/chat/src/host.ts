import type { Todo } from '@drawbridge/core'
import type { ChildNews, LoopEvent } from '@drawbridge/core/agent'
import type { CommandName } from './screen/action.ts'
import type { Entry, Tone } from './screen/entry.ts'
import type { Standing } from './screen/screen.ts'

/** The answer of a command that is carried out outside the screen, with what it changed. */
export interface CommandReport {
  readonly text: string
  readonly tone: Tone
  readonly standing?: Partial<Standing>
  /** Set if another conversation goes on, or this one from an earlier place. */
  readonly conversation?: { readonly entries: readonly Entry[]; readonly todos: readonly Todo[] }
}

/** Something that happens besides the run: to a child, or messages that wait although no run is active. */
export type HostNews =
  | { readonly type: 'child.told'; readonly news: ChildNews }
  | { readonly type: 'messages.posted' }
  | { readonly type: 'standing.changed'; readonly standing: Partial<Standing> }
  /** A failure in the background. */
  | { readonly type: 'note.made'; readonly text: string; readonly tone: 'bad' }

/** The conversation behind a chat. */
export interface ChatHost {
  readonly standing: Standing
  /** Entries of the conversation so far, oldest first. */
  readonly entries: readonly Entry[]
  readonly todos: readonly Todo[]
  /** Messages of earlier chats, oldest first. */
  readonly history: readonly string[]
  /** Begins a run with a message, or goes on with those that wait. Rejects if that is not possible. */
  send(text: string | undefined): AsyncIterable<LoopEvent>
  steer(text: string): Promise<void>
  /** Calls the listener for what happens besides the run, in whichever conversation stands. */
  watch(listener: (news: HostNews) => void): Disposable
  abort(): void
  command(name: CommandName, argument: string): Promise<CommandReport>
  /** Returns what a word at the cursor may be completed to: paths. */
  complete(word: string): Promise<readonly string[]>
  /** Keeps a message for the history of later chats. */
  remember(text: string): void
}
