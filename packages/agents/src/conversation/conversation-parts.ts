import type { Session } from '@drawbridge/core'
import type {
  Conversation,
  ConversationCost,
  ConversationEntry,
  ConversationMessage,
  KeptChild,
  RestoredFile,
  RunBudget,
} from '@drawbridge/core/agent'
import type { Model, ModelCatalogue, ReasoningEffort } from '@drawbridge/core/model'
import type { House } from '@drawbridge/room'
import type { IntendedCompaction } from '../compact/create-compaction-consent.ts'
import type { JudgeReply, Prompt } from '../loop/run-parts.ts'
import type { ScopedInstructions } from '../prompt/create-scoped-instructions.ts'
import type { ConversationState } from './conversation-state.ts'
import type { WriterLease } from './take-writer-lease.ts'

/** The parts of a conversation. */
export interface ConversationParts {
  readonly house: Pick<House, 'emit' | 'clock' | 'service' | 'artifacts'>
  readonly session: Session
  readonly catalogue: Pick<ModelCatalogue, 'get'>
  readonly model: Model
  readonly budget: Partial<RunBudget>
  readonly reasoning?: ReasoningEffort
  /** The conversation as it was recorded. */
  readonly start: ConversationState
  /** The session that this one is forked from, if nothing is recorded of that yet. */
  readonly origin?: { readonly session: string; readonly through: string }
  /** Makes the part of the prompt that stays the same during a run. */
  system(): Promise<Prompt['system']>
  /** Makes the part of the prompt that may change with each request of a run. @param said The last message of the user. */
  latest(run: string, said: ConversationMessage | undefined): Promise<Prompt['latest']>
  /** Reads the instructions for folders that calls worked in. */
  readonly scoped: ScopedInstructions
  /** Takes the right to write, once there is a record to write to. Undefined while there is none. */
  lease(onLost: () => void): Promise<WriterLease | undefined>
  /** Reads the cost of the session from the record; undefined if there is none. */
  readSpent(): Promise<ConversationCost | undefined>
  spentByChildren(): Promise<ConversationCost['children']>
  /** Reads the conversation from the record, up to a node; undefined if the node does not exist. */
  readUpTo(node: string): Promise<ConversationState | undefined>
  /** Reads the whole conversation from the record; undefined if there is none. */
  readWhole(): Promise<readonly ConversationEntry[] | undefined>
  /** Puts the files that calls among these entries changed back. */
  restoreFiles(entries: readonly ConversationEntry[]): Promise<readonly RestoredFile[]>
  /** Judges what the agent says to the person. Undefined if no quality gate judges. */
  readonly judgeReply?: (task: string, reply: Parameters<JudgeReply>[0]) => ReturnType<JudgeReply>
  /** Resolves to false if the person does not want a run to make its conversation smaller now. */
  mayCompact(intended: IntendedCompaction, run: string): Promise<boolean>
  /** Connects the conversation with its children. They end before it is closed. */
  attach(conversation: Conversation): Promise<AsyncDisposable | undefined>
  /** Returns the children of the session that have not ended. */
  openChildren(): Promise<readonly KeptChild[]>
  /** Returns true if the record has a posted message, even if the conversation went back to before it. */
  hasPosted(id: string): Promise<boolean>
}
