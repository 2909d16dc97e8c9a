import type { ApprovalDecision, Todo } from '@drawbridge/core'
import type { ChildNews, LoopEvent } from '@drawbridge/core/agent'
import type { QuestionReply, QuestionRequest } from '@drawbridge/core/question'
import type { Key } from '../keys/key.ts'
import type { ShownRequest, Tone } from './entry.ts'
import type { Screen, Standing } from './screen.ts'

/** Something that happened. Times in milliseconds. */
export type Action =
  | { readonly type: 'key.pressed'; readonly key: Key; readonly at: number }
  | { readonly type: 'time.passed'; readonly at: number }
  /** The lines of an answer that are complete become entries. */
  | { readonly type: 'stream.settled' }
  | { readonly type: 'loop.told'; readonly event: LoopEvent }
  | { readonly type: 'child.told'; readonly news: ChildNews }
  /** Messages of others than the person wait. */
  | { readonly type: 'messages.posted' }
  /** A message to the working model could not be stored. */
  | { readonly type: 'steering.refused'; readonly text: string; readonly message: string }
  /** The run is over, or could not begin. */
  | { readonly type: 'run.over'; readonly ended: 'completed' | 'stopped'; readonly message?: string }
  | { readonly type: 'approval.asked'; readonly shown: ShownRequest; readonly at: number }
  | { readonly type: 'question.asked'; readonly request: QuestionRequest; readonly at: number }
  /** It needs no answer any more. */
  | { readonly type: 'question.settled'; readonly id: string; readonly at: number }
  | { readonly type: 'todos.changed'; readonly todos: readonly Todo[] }
  | { readonly type: 'word.completed'; readonly of: string; readonly candidates: readonly string[] }
  | { readonly type: 'note.made'; readonly text: string; readonly tone: Tone }
  | { readonly type: 'terminal.resized'; readonly columns: number }
  | { readonly type: 'standing.changed'; readonly standing: Partial<Standing> }

/** Something to do outside the screen. */
export type Effect =
  /** Sends a message, or goes on with messages that wait. */
  | { readonly type: 'send'; readonly text: string | undefined }
  | { readonly type: 'steer'; readonly text: string }
  | { readonly type: 'abort' }
  | { readonly type: 'decide'; readonly decision: ApprovalDecision }
  | { readonly type: 'reply'; readonly id: string; readonly reply: QuestionReply }
  | { readonly type: 'command'; readonly name: CommandName; readonly argument: string }
  | { readonly type: 'complete'; readonly word: string }
  | { readonly type: 'redraw' }
  | { readonly type: 'leave' }

/** The commands that are carried out outside the screen. */
export type CommandName =
  | 'children'
  | 'compact'
  | 'explain'
  | 'fork'
  | 'mode'
  | 'model'
  | 'permissions'
  | 'resume'
  | 'rewind'
  | 'sessions'
  | 'tools'
  | 'undo'

/** The screen after an action, and what is to be done. */
export interface Step {
  readonly screen: Screen
  readonly effects: readonly Effect[]
}
