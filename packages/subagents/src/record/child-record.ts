import type { Principal } from '@drawbridge/core'
import type { Child, ChildTask } from '@drawbridge/core/agent'

/** The part of a task that a continuation needs again. */
export type ChildOptions = Pick<
  ChildTask,
  'definition' | 'allowedTools' | 'deniedTools' | 'model' | 'fork' | 'timeoutMs' | 'isolation' | 'includeChanges'
> & {
  /** The folder of the parent. */
  readonly workspace: string
  /** The most model requests of a run. */
  readonly iterations: number
  readonly depthLimit: number
  /** The channel of the parent: what is closed to that is closed to the child. */
  readonly channel?: string
}

/** A child with what only its keeper needs. */
export interface ChildRecord extends Child {
  readonly parentRun: string
  /** Its ancestors, nearest first. */
  readonly parents: Principal['parents']
  readonly options: ChildOptions
  /** The number of the last run whose end the result of a call reported to the parent. */
  readonly toldRun: number
  /** The id of that call. */
  readonly toldCall?: string
  readonly reservedTokens: number
  /** US dollars. */
  readonly reservedCost: number
}

/** True if a child will not work any more, unless it is continued. */
export function hasEnded({ state }: Pick<Child, 'state'>): boolean {
  return state !== 'pending' && state !== 'running'
}

/** The end of one run of a child. */
export interface ChildEnd {
  readonly state: Child['state']
  readonly text: string
  readonly message?: string | undefined
  readonly turns: number
  readonly calls: number
  readonly tokens: number
  readonly cost?: number | undefined
  readonly branch?: string | undefined
  readonly artifacts: readonly string[]
}

/** An end without work. */
export const endedWithoutWork = { text: '', turns: 0, calls: 0, tokens: 0, artifacts: [] } as const
