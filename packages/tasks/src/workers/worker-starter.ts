import type { Principal } from '@drawbridge/core'

/** The part of the service for children that workers need. */
export interface WorkerStarter {
  spawn(
    caller: { readonly principal: Principal; readonly workspace: string; readonly toolCallId?: string },
    task: {
      readonly task: string
      readonly label: string
      readonly role: 'worker'
      readonly definition?: string
      readonly allowedTools?: readonly string[]
    },
  ): Promise<WorkerRun>
  wait(id: string): Promise<WorkerRun>
  cancel(id: string, reason: string): Promise<void>
}

/** The run of a worker. */
export interface WorkerRun {
  /** The id of its session as well. */
  readonly id: string
  readonly label: string
  readonly state: string
  readonly text: string
  readonly message?: string
  /** A hook of the operator rejected it. */
  readonly rejectedBy?: 'hook'
}
