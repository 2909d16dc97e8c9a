import type { Todo } from '@drawbridge/core'
import type { ChildrenCost } from '@drawbridge/core/agent'
import type { QuestionAnswer, QuestionRequest } from '@drawbridge/core/question'
import { type Editor, emptyEditor } from './editor.ts'
import type { Entry, ShownRequest } from './entry.ts'

/** A call that runs. */
export interface LiveCall {
  readonly call: string
  readonly tool: string
  readonly headline: string
  /** The end of what it has told so far. */
  readonly tail: string
}

/** A child that waits or works. */
export interface LiveChild {
  readonly id: string
  readonly path: readonly string[]
  readonly state: 'pending' | 'running'
  /** Its present step, in a few words. Undefined before its first one. */
  readonly doing: string | undefined
  /** Tokens of its finished runs and of the present one. */
  readonly tokens: number
}

/**
 * Something that a person has to answer before anything else. It takes no key until it is armed: until nothing was typed for a moment,
 * so that what was meant for the line of text answers nothing.
 */
export type Modal = { readonly shownAt: number; readonly armed: boolean; readonly editor: Editor } & (
  | {
      readonly kind: 'approval'
      readonly shown: ShownRequest
      readonly complete: boolean
      readonly stage: 'choose' | 'reason'
    }
  | {
      readonly kind: 'question'
      readonly request: QuestionRequest
      readonly answers: readonly QuestionAnswer[]
      /** True if the last line was empty: a second one declines. */
      readonly isDeclining: boolean
    }
)

/** The words with which a line can be completed. */
export interface Completion {
  readonly candidates: readonly string[]
}

/** The facts about the conversation as a whole that the screen shows. */
export interface Standing {
  readonly model: string
  readonly mode: string
  readonly session: string
  /** Tokens of all requests of the session. */
  readonly tokens: number
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
  /** The use of its children and theirs, which does not count above. */
  readonly children?: ChildrenCost
  readonly contextTokens?: number
  readonly windowTokens?: number
}

/** Everything that decides what a terminal shows and what a key does. */
export interface Screen {
  /** Cells of a row of the terminal. */
  readonly columns: number
  /** The newest ones. */
  readonly entries: readonly Entry[]
  /** The number of entries that were dropped before the first of `entries`. */
  readonly dropped: number
  /** The text of the answer that is not an entry yet. `leftOut`: lines of it that came faster than they can be shown. */
  readonly stream: { readonly text: string; readonly leftOut: number; readonly isFirst: boolean }
  readonly calls: readonly LiveCall[]
  /** Each behind the one that started it. */
  readonly children: readonly LiveChild[]
  readonly todos: readonly Todo[]
  readonly editor: Editor
  /** Messages that were sent, oldest first. `at`: the one that is shown in place of the draft. */
  readonly history: { readonly texts: readonly string[]; readonly at: number | undefined; readonly draft: Editor }
  readonly modals: readonly Modal[]
  /** Said while the model works, and not read by it yet. */
  readonly steering: readonly string[]
  /** True if messages of others than the person wait for the end of the run. */
  readonly isPosted: boolean
  /** Sent when the run has ended. */
  readonly queue: readonly string[]
  readonly work: 'idle' | 'working' | 'stopping'
  /** Shown while nothing else moves, such as why the model is asked again. */
  readonly activity: string | undefined
  readonly standing: Standing
  /** The tokens and the cost of the session when the run began, since a run counts its own alone. */
  readonly before: Pick<Standing, 'tokens' | 'cost'>
  readonly completion: Completion | undefined
  /** The time until which a second Ctrl-C leaves. */
  readonly leavesUntil: number | undefined
  readonly lastKeyAt: number
}

/** The screen of a conversation that begins. */
export function startScreen(standing: Standing, columns: number, history: readonly string[] = []): Screen {
  return {
    columns,
    entries: [],
    dropped: 0,
    stream: { text: '', leftOut: 0, isFirst: true },
    calls: [],
    children: [],
    todos: [],
    editor: emptyEditor,
    history: { texts: history, at: undefined, draft: emptyEditor },
    modals: [],
    steering: [],
    isPosted: false,
    queue: [],
    work: 'idle',
    activity: undefined,
    standing,
    before: standing,
    completion: undefined,
    leavesUntil: undefined,
    lastKeyAt: Number.NEGATIVE_INFINITY,
  }
}

const keptEntries = 200

/** Returns the screen with further entries. */
export function withEntries(screen: Screen, ...added: readonly Entry[]): Screen {
  if (added.length === 0) return screen
  const all = [...screen.entries, ...added]
  const surplus = Math.max(0, all.length - keptEntries)
  return { ...screen, entries: all.slice(surplus), dropped: screen.dropped + surplus }
}
