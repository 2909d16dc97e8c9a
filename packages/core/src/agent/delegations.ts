import type { QualityGate } from './agent-profile.ts'
import type { ChildCaller } from './child-agents.ts'

/** An agent that another one may give work to. */
export interface DelegateTarget {
  readonly agent: string
  /** Empty if nothing is said of it. */
  readonly description: string
  /** The way in which it is allowed: a link of the operator, or a team that the other one leads. */
  readonly by: 'link' | 'team'
}

/** The work for another agent. */
export interface DelegatedTask {
  readonly agent: string
  /** The whole task: the other agent knows nothing else of the conversation. */
  readonly task: string
  /** Facts that it needs, in front of the task. */
  readonly context?: string
  /** A few words for people. Default: the beginning of the task. */
  readonly label?: string
  /** The longest time with all revisions, in milliseconds. Default: that of the section `delegations`. */
  readonly timeoutMs?: number
  /** True if no quality gate judges the work, nor that of runs below it: for reviewers and their like. */
  readonly skipGates?: boolean
}

/** A delegation as it is recorded. */
export interface Delegation {
  /** The id of the child that does it, which is also the id of its session. */
  readonly id: string
  readonly source: string
  readonly target: string
  readonly user: string
  /** The session of the source. */
  readonly session: string
  readonly label: string
  /** `running`, else the state in which it ended. */
  readonly state: string
  /** The last words of the target. */
  readonly text: string
  /** The cause, if it did not complete. */
  readonly message?: string
  /** True if all quality gates passed. Undefined if there was none. */
  readonly isPassed?: boolean
  /** The number of times that work went back. */
  readonly revisions: number
  /** The objections of the gates at the end. */
  readonly feedback?: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  /** Milliseconds since the Unix epoch. Undefined while it runs. */
  readonly endedAt?: number
}

/** Work that quality gates judge. */
export interface JudgedWork {
  readonly gates: readonly QualityGate[]
  /** The agent whose gates judge. */
  readonly source: string
  /** The agent that did the work. */
  readonly target: string
  /** The task of the work, for those who judge. */
  readonly task: string
  readonly text: string
  /** The number of times that each gate sent the work back so far, by name of the gate. */
  readonly sentBack: Readonly<Record<string, number>>
  /** True if the work cannot be done again. Default false. */
  readonly isLast?: boolean
  readonly signal: AbortSignal
}

/** The judgement of quality gates on work. */
export interface WorkVerdict {
  /** True if all gates passed it. */
  readonly isPassed: boolean
  /** The work as it is told: behind the objections of the gates if it did not pass. */
  readonly text: string
  /** The objections of the gates. */
  readonly feedback?: string
  /** True if a gate that blocks did not pass the work and does not send it back any more. */
  readonly isExhausted: boolean
  /** Set if the work goes back: the name of the gate that sends it, and the orders with which the work goes on. */
  readonly back?: { readonly gate: string; readonly orders: string }
}

/** Lets named agents work for each other, along the links that the operator makes. */
export interface Delegations {
  /** Returns the agents that a caller may give work to, by id. */
  targetsOf(caller: Pick<ChildCaller['principal'], 'agent' | 'user'>): Promise<readonly DelegateTarget[]>
  /** Begins a delegation, or returns the reason, for the model, why it does not begin. */
  delegate(caller: ChildCaller, task: DelegatedTask): Promise<Delegation | { readonly refused: string }>
  /**
   * Resolves once it has ended, or when the signal is aborted.
   * @param options.toldBy The id of the call whose result tells the end.
   */
  wait(id: string, options: { readonly signal: AbortSignal; readonly toldBy: string }): Promise<Delegation>
  /**
   * Judges work by quality gates. Reviewers run as children of the caller. A gate that fails has not passed the work.
   * @returns undefined if no gate judges: there is none, or the caller itself judges other work.
   */
  judge(caller: ChildCaller, work: JudgedWork): Promise<WorkVerdict | undefined>
}

/** The folder of a team. */
export interface TeamFolder {
  /** The id of the team. */
  readonly team: string
  /** Absolute. Exists. */
  readonly folder: string
}

/** Tells whom agents lead in teams, and which files they share. */
export interface TeamRoster {
  /** Returns the agents that a caller leads, without the caller. */
  ledBy(caller: Pick<ChildCaller['principal'], 'agent' | 'user' | 'channel'>): Promise<readonly string[]>
  /** Returns the folders of the teams that a caller is in and may use, by id of the team: each that of the chat, if it has one of its own. */
  foldersOf(
    caller: Pick<ChildCaller['principal'], 'agent' | 'user' | 'channel' | 'chat'>,
  ): Promise<readonly TeamFolder[]>
}
