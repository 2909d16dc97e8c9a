import { isHeld, type TeamTask } from '../board/task.ts'

/**
 * Returns the tasks that can be given to their assignees now: for each one without a task in progress, the ready one of the highest
 * priority, the oldest of equal ones. What a run still plans is not ready. Pure.
 * @param tasks All tasks of a team.
 * @param now Milliseconds since the Unix epoch.
 */
export function planDispatch(tasks: readonly TeamTask[], now: number): readonly TeamTask[] {
  const busy = new Set(tasks.filter(({ status }) => status === 'in_progress').map(({ assignee }) => assignee))
  const ready = tasks
    .filter(({ status, assignee }) => (status === 'pending' || status === 'stale') && assignee !== undefined)
    .filter((task) => !busy.has(task.assignee) && !isHeld(task, now))
    .toSorted((one, other) => other.priority - one.priority || one.number - other.number)
  return [...Map.groupBy(ready, ({ assignee }) => assignee).values()].flatMap(([first]) => first ?? [])
}
