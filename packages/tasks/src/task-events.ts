/** A task of an agent, or one of its steps, changed. */
export interface TaskChanged {
  readonly type: 'tasks.changed'
  readonly task: string
  readonly title: string
  /** The key of the step; absent if the task as a whole changed. */
  readonly step?: string
  readonly change: string
}
