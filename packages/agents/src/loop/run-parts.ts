import type { Session, Target } from '@drawbridge/core'
import type {
  ConversationEntry,
  JudgedWork,
  KeptChild,
  LoopEvent,
  RunBudget,
  WorkVerdict,
} from '@drawbridge/core/agent'
import type { Clock } from '@drawbridge/core/base'
import type { RunEndReason } from '@drawbridge/core/event'
import type { Model, ModelMessage, ReasoningEffort, SystemBlock } from '@drawbridge/core/model'
import type { IntendedCompaction } from '../compact/create-compaction-consent.ts'
import type { ConversationEvents } from '../conversation/conversation-events.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'
import type { Transcript } from '../conversation/transcript.ts'
import type { LearnedSizes } from './learned-sizes.ts'

/** The prompt of one request, without the conversation. */
export interface Prompt {
  readonly system: readonly SystemBlock[]
  /** The part that changes with each request, such as todos: it comes behind the conversation, so that the cache holds. */
  readonly latest: readonly ModelMessage[]
}

/** Everything that a run needs of the world. */
export interface RunParts {
  readonly run: string
  readonly model: Model
  readonly session: Pick<Session, 'id' | 'openRun'>
  readonly budget: RunBudget
  readonly reasoning?: ReasoningEffort
  readonly clock: Clock
  /** Returns the conversation as the recorded events make it. */
  conversation(): ConversationState
  /** Renders the entries of this conversation for its next request. */
  transcript(entries: ConversationState['entries']): Transcript
  /** Records an event of the conversation. Resolves once it is stored, and part of the conversation. */
  record(event: ConversationEvents[keyof ConversationEvents]): Promise<void>
  /** Tells those who watch. */
  tell(event: LoopEvent): void
  prompt(): Promise<Prompt>
  /** Reads the instructions for folders that calls worked in, those that the conversation does not have yet. */
  scoped(targets: readonly Target[]): Promise<readonly ScopedMessage[]>
  /** Stores the whole result of a call for later. Resolves to the id of the artifact; undefined if it cannot be stored whole. */
  store(result: Extract<ConversationEntry, { kind: 'result' }>): Promise<string | undefined>
  /** Resolves to false if the person does not want a compaction now. Undefined: it is made without asking. */
  readonly mayCompact: ((intended: IntendedCompaction) => Promise<boolean>) | undefined
  /** Returns the children of the session that have not ended. */
  openChildren(): Promise<readonly KeptChild[]>
  /** Gives each call of the last turn that has no result one that says that it never ran. */
  endLostCalls(): Promise<void>
  /** Makes an id that is unique in the session. */
  newId(kind: string): string
  readonly stop: RunStop
  /** Judges what the agent says to the person before anybody reads it. Undefined if no quality gate judges. */
  readonly judgeReply?: JudgeReply
  /** The sizes that the providers of this conversation showed of their models, by the ids of the models. */
  readonly learned: Map<string, LearnedSizes>
  /** The nodes of messages whose words the session has heard in this process. */
  readonly heard: Set<string>
}

/** Judges a reply by quality gates. Undefined: it counts as it is. */
export type JudgeReply = (
  reply: Pick<JudgedWork, 'text' | 'sentBack' | 'signal'> & { readonly run: string; readonly isLast: boolean },
) => Promise<WorkVerdict | undefined>

/** Instructions for a folder, as a message of the conversation. */
export interface ScopedMessage {
  readonly node: string
  readonly text: string
}

/** The way to end a run from outside. */
export interface RunStop {
  readonly signal: AbortSignal
  /** Returns the reason; undefined while it was not stopped. */
  reason(): { readonly reason: RunEndReason; readonly message: string } | undefined
}
