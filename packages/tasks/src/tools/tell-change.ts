import type { Principal } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import type { House } from '@drawbridge/room'
import type { Task } from '../graph/task.ts'
import type { TaskChanged } from '../task-events.ts'

/** Records a change in the session of the one who made it. */
export async function tellChange(
  house: Pick<House, 'emit'>,
  principal: Principal,
  { id, title }: Pick<Task, 'id' | 'title'>,
  { change, step }: { readonly change: string; readonly step?: string },
): Promise<void> {
  await house.emit<TaskChanged>(principal, { type: 'tasks.changed', task: id, title, change, ...defined({ step }) })
}
