import type { Connection } from '@drawbridge/store/database'
import { insertChange } from './task-statements.ts'

/** The topic of changes of tasks; its keys are their ids. */
export const taskTopic = 'tasks'

/** A change of a task or of one of its steps. */
export interface TaskChange {
  readonly task: string
  readonly step?: string | undefined
  readonly change: string
  /** The session that made it. */
  readonly session: string
  readonly note?: string | undefined
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** Adds a change to the history of its task and tells those who watch. */
export async function noteChange(
  transaction: Connection,
  { task, step, change, session, note, now }: TaskChange,
): Promise<void> {
  await transaction.run(insertChange, task, step ?? null, change, session, note ?? null, now)
  await transaction.publish(taskTopic, task)
}
