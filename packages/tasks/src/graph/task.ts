/** The state of a task. `open` until someone who leads it ends it. */
export type TaskStatus = 'open' | 'completed' | 'failed' | 'cancelled'

/** The states of a task, for schemas and options. */
export const taskStatuses = ['open', 'completed', 'failed', 'cancelled'] as const satisfies readonly TaskStatus[]

/** The stored state of a step. `in_progress`: someone has claimed it. */
export type StepStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'

/**
 * The state of a step as readers see it: a pending one is `ready`, `waiting` for other steps, or `blocked`, because a step that it needs
 * will never be completed.
 */
export type StepState = Exclude<StepStatus, 'pending'> | 'ready' | 'waiting' | 'blocked'

/** A step as it is planned. */
export interface PlannedStep {
  /** Unique in its task. */
  readonly key: string
  readonly title: string
  readonly instructions: string
  /** The keys of the steps that must be completed before. */
  readonly dependsOn: readonly string[]
  /** The tools of a worker that does it. Default: the minimal set of workers. */
  readonly allowedTools?: readonly string[]
  /** The agent definition that should do it. */
  readonly worker?: string
}

/** The one who has claimed a step. */
export interface Claimant {
  readonly session: string
  /** The run of a child; empty for a main run, whose claims last over its messages, and for a worker that has not begun. */
  readonly run: string
  readonly isChild: boolean
}

/** A step as it is stored. Times in milliseconds since the Unix epoch. */
export interface Step extends PlannedStep {
  readonly status: StepStatus
  readonly state: StepState
  readonly claimant?: Claimant
  /** The end of the claim, if there is no sign of life until then. */
  readonly leasedUntil?: number
  /** The number of claims so far. */
  readonly attempts: number
  readonly note?: string
  readonly result?: string
  readonly startedAt?: number
  readonly endedAt?: number
}

/** A task as it is stored. Times in milliseconds since the Unix epoch. */
export interface Task {
  readonly id: string
  readonly title: string
  readonly status: TaskStatus
  /** Its outcome, or why it failed or was cancelled. */
  readonly reason?: string
  readonly agent: string
  readonly user: string
  /** The session that planned it. */
  readonly session: string
  readonly createdAt: number
  readonly changedAt: number
}
