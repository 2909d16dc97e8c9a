import type { ModelUsage } from '../model/model-usage.ts'
import type { SessionOptions } from '../run/session-options.ts'
import type { AgentProfiles } from './agent-profile.ts'
import type { ConversationEntry, MessageAuthor } from './conversation-entry.ts'
import type { LoopEvent, RunReport } from './loop-event.ts'
import type { RunBudget } from './run-budget.ts'

/** The options of a conversation. The rest are those of its session. */
export interface ConversationOptions extends Omit<SessionOptions, 'id'> {
  /** The id of the recorded session that goes on. */
  readonly resume?: string
  /** A new session begins with the conversation of another one, up to a node. Default: up to where it stands. */
  readonly fork?: { readonly session: string; readonly node?: string }
  /** The id of a new session. Default: made up. */
  readonly id?: string
  /** The folder that the session works in. Default: that of the house. */
  readonly workspace?: string
  /** An id, or `default` or `small`. Default: that of the agent, else `default`. */
  readonly model?: string
  /** The budget of each run. What is absent comes from the agent, else from `defaultRunBudget`. */
  readonly budget?: Partial<RunBudget>
}

/** The options of one message. */
export interface MessageOptions {
  /** Default `user`. */
  readonly from?: MessageAuthor
  readonly budget?: Partial<RunBudget>
  /** Another model, for this run. */
  readonly model?: string
  /** Ends the run as aborted. */
  readonly signal?: AbortSignal
}

/** The way in which a process has a conversation: one writes, and the others read. */
export type ConversationAccess =
  | { readonly mode: 'write' }
  /** Another process writes. `writer` names it. */
  | { readonly mode: 'read'; readonly writer: string }

/** The effect of a compaction, in tokens of the prompt. */
export interface CompactionReport {
  readonly before: number
  readonly after: number
  readonly dropped: number
}

/** One part of a prompt, with its source. */
export interface PromptPart {
  /** `rules`, the place of the agent's own prompt, the path of a file, or room and name of a block. */
  readonly source: string
  readonly text: string
  /** The size in tokens, estimated. */
  readonly tokens: number
  /** `latest`: it may change with each request, and comes behind the conversation. */
  readonly place: 'system' | 'latest'
}

/** The cost of a conversation: all requests of its session, failed attempts and summaries included. */
export interface ConversationCost {
  readonly usage: ModelUsage
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
  /** The cost of its children, which is not part of `usage` and `cost`. Undefined if it never had any. */
  readonly children?: ChildrenCost
}

/** The cost of all children of a session and of theirs, for each run of theirs that has ended. */
export interface ChildrenCost {
  readonly count: number
  /** Tokens of all requests, cached or not. */
  readonly tokens: number
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
}

/** The effect of a rewind. */
export interface RewindReport {
  /** The node at which the conversation stands now; undefined at its beginning. */
  readonly node: string | undefined
  /** The number of entries that are no longer part of the conversation. They stay in the record. */
  readonly dropped: number
  /** If files were to be restored: each that calls of the left part changed. */
  readonly files?: readonly RestoredFile[]
}

/** The effect of a rewind on one file. */
export interface RestoredFile {
  /** As the model wrote it. */
  readonly path: string
  /**
   * `restored`: as it was before. `changed_since`: somebody changed it after the last call, so it stays. `not_ours`: how a call left it
   * is not known. `no_backup`: no earlier text is there. `refused`: the call that would restore it was not allowed or failed.
   */
  readonly state: 'restored' | 'changed_since' | 'not_ours' | 'no_backup' | 'refused'
  /** The reason of `refused`. */
  readonly message?: string
}

/** A session in which a model talks and calls tools. */
export interface Conversation extends AsyncDisposable {
  /** The id of the session. */
  readonly id: string
  readonly access: ConversationAccess
  /** The id of the model. */
  readonly model: string
  /** Undefined while no run is active. */
  readonly run: string | undefined
  /** The entries that the model sees, oldest first: since the last compaction, whose summary is the first of them. */
  entries(): readonly ConversationEntry[]
  /** Reads the entries from the beginning, with those that summaries cover. */
  wholeEntries(): Promise<readonly ConversationEntry[]>
  /**
   * Begins a run with a message, or goes on with messages that wait if there is none. The message is stored before the first event.
   * Without a message, and if the model has answered everything, the run ends at once and makes no request.
   * The run does not wait for the reader, and leaving the loop aborts it.
   * @throws DrawbridgeError `invalid_option` if a run is active, or if another process writes.
   */
  send(message: string | undefined, options?: MessageOptions): AsyncGenerator<LoopEvent, RunReport>
  /**
   * Adds messages that the model reads with the next request of the active run, or with the next run. Stored when the promise resolves.
   * Leaves out those that the conversation has already.
   */
  post(...messages: readonly PostedMessage[]): Promise<void>
  /**
   * Calls the listener when messages of others than the user wait while no run is active, and soon if they wait already:
   * `send(undefined)` goes on with them.
   */
  onPosted(listener: () => void): Disposable
  /** Ends the active run: waiting calls are cancelled, running ones are stopped. */
  abort(reason: string): void
  /** Replaces earlier entries by a summary. */
  compact(): Promise<CompactionReport>
  /**
   * Goes back to a node; everything after it is no longer part of the conversation.
   * @param node Undefined: to the beginning.
   * @param options.files True to put the files that calls changed since then back as well, by calls that are judged like any. What
   * commands changed stays. Default: files stay as they are.
   * @throws DrawbridgeError `invalid_option` if a run is active or the node is unknown.
   */
  rewind(node: string | undefined, options?: { readonly files?: boolean }): Promise<RewindReport>
  /** Returns the cost of all runs of the session, those of earlier processes included. What it was forked from counts there. */
  spent(): Promise<ConversationCost>
  /** Another model, from the next run on. */
  useModel(id: string): Promise<void>
}

/** A message that waits until the model is asked again. */
export interface PostedMessage {
  /** Unique in the session, so that it is there once however often it is posted. Default: made up. */
  readonly id?: string
  /** Default `user`. */
  readonly from?: MessageAuthor
  readonly text: string
}

/** Something for the conversation of a session, whichever process writes it. */
export type Delivery =
  /** A message, by default of its user. It begins a run, or the active run reads it with its next request. */
  | { readonly kind: 'message'; readonly id: string; readonly text: string; readonly from?: MessageAuthor }
  /** Ends the active run. */
  | { readonly kind: 'abort'; readonly id: string; readonly reason: string }

/** Runs agents: the loop between a model and tools. */
export interface AgentRunner {
  /** The profiles of agents. */
  readonly profiles: AgentProfiles
  /**
   * Opens a conversation: a new one, a recorded one, or a fork.
   * @throws DrawbridgeError `invalid_option` if the recorded session or the node does not exist.
   */
  open(options?: ConversationOptions): Promise<Conversation>
  /**
   * Leaves something for the conversation of a session. Stored when the promise resolves; the process that writes the conversation takes
   * it at once, else the next process that opens it. The same id counts once.
   * @throws DrawbridgeError `invalid_option` if the operator wants no database.
   */
  deliver(session: string, delivery: Delivery): Promise<void>
  /** Returns the sessions with deliveries that nobody has taken for a while, oldest first. @param ageMs The while, in milliseconds. */
  undelivered(ageMs: number): Promise<readonly string[]>
  /** Returns the parts of the prompt of such a conversation in their order, with their sources. Asks no model. */
  explainPrompt(options?: Pick<ConversationOptions, 'workspace' | 'principal'>): Promise<readonly PromptPart[]>
}
