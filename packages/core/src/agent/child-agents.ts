import type { Principal } from '../base/principal.ts'
import type { OutcomeCode } from '../outcome/outcome-code.ts'
import type { AgentRunner, ChildrenCost, Conversation } from './agent-runner.ts'
import type { LoopEvent } from './loop-event.ts'

/**
 * The state of a child. `pending` waits for a free place, `running` works; all others are ends: `rejected` never ran, `lost` died with
 * its process, `archived` ended long ago.
 */
export type ChildState =
  | 'pending'
  | 'running'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'timed_out'
  | 'rejected'
  | 'lost'
  | 'archived'

/** The role of a child. `main`: another agent works as itself, with tools of its own. */
export type ChildRole = 'sub' | 'fork' | 'worker' | 'main'

/** A run below another one, as it is recorded. */
export interface Child {
  /** Unguessable. It is also the id of its session, in which its conversation is recorded. */
  readonly id: string
  readonly label: string
  readonly task: string
  readonly role: ChildRole
  /** The session of its parent. */
  readonly parent: string
  /** The session at the top of its tree. */
  readonly root: string
  /** The labels from the top of the tree down to this child. */
  readonly path: readonly string[]
  /** The number of runs above it: 1 for a child of a run that a person started. */
  readonly depth: number
  readonly agent?: string
  readonly user?: string
  readonly state: ChildState
  /** Counts its runs, from 1: each continuation is one more. */
  readonly runs: number
  /** Its last words in its last run. */
  readonly text: string
  /** The cause, if it did not complete. */
  readonly message?: string
  /** Told by `spawn`, and not recorded: a hook of the operator rejected it. */
  readonly rejectedBy?: 'hook'
  /** The number of its model requests. */
  readonly turns: number
  /** The number of its calls. */
  readonly calls: number
  /** Tokens of all its requests, cached or not. */
  readonly tokens: number
  /** In US dollars. Undefined if no price is known. */
  readonly cost?: number
  /** The branch with its work, if it has one. */
  readonly branch?: string
  /** Artifacts of the child that the session of its parent may read. */
  readonly artifacts: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. Undefined until it has run. */
  readonly startedAt?: number
  /** Milliseconds since the Unix epoch. Undefined until it has ended. */
  readonly endedAt?: number
}

/** The work of a child, and what it gets for it. */
export interface ChildTask {
  /** The whole task: the child knows nothing else of its parent's conversation. */
  readonly task: string
  /** A few words for people. Default: the beginning of the task. */
  readonly label?: string
  /** The id of the new child. Default: made up. */
  readonly id?: string
  /**
   * The id of another agent that does the task as itself: with its own prompt, model, tools and rules, within the mode, the ceilings and
   * the hidden tools of the parent. Its role is `main`.
   */
  readonly agent?: string
  /** Tools that it cannot call, whatever its own rules say; entries as in a configuration. */
  readonly deniedTools?: readonly string[]
  /** True if it judges the work of another child. It does not count among the open children of its parent. */
  readonly isReview?: boolean
  /** Default `sub`. A worker has the minimal set of tools unless `allowedTools` says otherwise. */
  readonly role?: ChildRole
  /** The id of an agent definition, whose prompt, model, tools and rules the child has. Default: those of the parent's agent. */
  readonly definition?: string
  /** Only these tools, of those that the parent has; entries as in a configuration. */
  readonly allowedTools?: readonly string[]
  /** The id of a model, or `default` or `small`. */
  readonly model?: string
  /** The child begins with the conversation of another session up to a node; its newest one if none is named. */
  readonly fork?: { readonly session: string; readonly node?: string }
  /** The longest time of a run with all its revisions, in milliseconds. */
  readonly timeoutMs?: number
  /** `worktree`: it works in a copy of the repository, and its work becomes a branch. Default `none`. */
  readonly isolation?: 'none' | 'worktree'
  /** False if the copy is to begin with the last commit, without what is not committed. Default true. */
  readonly includeChanges?: boolean
}

/** Someone who has children: a run, with the folder that it works in. */
export interface ChildCaller {
  readonly principal: Principal
  /** Absolute. */
  readonly workspace: string
  /** The id of the call that starts the child, for the record. */
  readonly toolCallId?: string
}

/** Something that happened to a child, for those who watch its tree. */
export interface ChildNews {
  readonly child: Child
  /** Set if it tells of its run; else its state has changed. */
  readonly event?: LoopEvent
}

/** A conversation that may have children, as its opener hands it over. */
export interface ParentConversation {
  readonly conversation: Conversation
  /** The caller of its calls. */
  readonly principal: Principal
  /** Runs its children: with the same models and profiles. */
  readonly runner: AgentRunner
}

/** The last words of a child in a run, before anybody reads them. */
export interface ChildSaying {
  readonly text: string
  /** True if it can have no further request: other orders would not be carried out. */
  readonly isLast: boolean
  readonly signal: AbortSignal
}

/** The judgement on what a child said: its last words as they are told, or orders with which it goes on. */
export type ChildVerdict = { readonly text: string } | { readonly orders: string }

/** Judges what a child says, each time that it comes to an end of its own. */
export type ChildReview = (said: ChildSaying) => Promise<ChildVerdict>

/** Starts runs below a run, watches over them and tells their ends: subagents, forks and workers. */
export interface ChildAgents {
  /**
   * Starts a child, or lets it wait for a free place. A child that may not be started is returned as `rejected`, with the reason as its
   * message. Its limits are those of its parent or less.
   * @param review Judges its words in this run, before its parent is told.
   */
  spawn(caller: ChildCaller, task: ChildTask, review?: ChildReview): Promise<Child>
  /**
   * Resolves once the child has ended, or when the signal is aborted.
   * @param options.toldBy The id of the call of the parent whose result tells the end: if that is recorded, nothing else tells it.
   */
  wait(id: string, options?: { readonly signal?: AbortSignal; readonly toldBy?: string }): Promise<Child>
  /** Gives an ended child another task, on top of its conversation. It is announced again when it ends. */
  continue(caller: ChildCaller, id: string, task: string): Promise<Child>
  /** Tells a running child something, which it reads with its next request. Resolves to false if it does not run in this process. */
  steer(id: string, text: string): Promise<boolean>
  /** Lists the children of a session, oldest first; archived ones are left out. */
  list(session: string): Promise<readonly Child[]>
  /** Returns what all children of a session and theirs spent. Undefined if it never had any. */
  spent(session: string): Promise<ChildrenCost | undefined>
  /** Returns a child by its id; undefined if none has it. */
  find(id: string): Promise<Child | undefined>
  /** Returns the last entries of the conversation of a child, each as one text. */
  transcript(id: string, tail: number): Promise<readonly string[]>
  /** Returns the node that a conversation had reached before its present answer. Undefined if it is none of this process. */
  standingNode(session: string): Promise<string | undefined>
  /** Ends a child with all that is below it. Does nothing if it has ended. */
  cancel(id: string, reason: string): Promise<void>
  /**
   * Resolves to true once a child of the session has announced something that the next run of the session reads, and to false if nothing
   * more will come: all have ended and were told, or the signal is aborted.
   */
  nextAnnouncement(session: string, signal?: AbortSignal): Promise<boolean>
  /** Calls the listener for each thing that happens in a tree. @param root The session at its top. */
  watch(root: string, listener: (news: ChildNews) => void): Disposable
  /** Connects a conversation with its children: what they announce becomes messages of it. Disposed of when it is closed. */
  attach(parent: ParentConversation): Promise<AsyncDisposable>
}

/** Returns the code of a call that could not start a child: a hook forbade it, or there is no place or budget for it. */
export function codeOfRejection({ rejectedBy }: Pick<Child, 'rejectedBy'>): OutcomeCode {
  return rejectedBy === 'hook' ? 'denied_by_hook' : 'quota_exceeded'
}
