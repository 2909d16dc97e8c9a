import { escapeToOneLine, escapeUnprintable } from '@drawbridge/core/base'
import type { RoomCommand } from '@drawbridge/room'
import type { Step, Task } from '../graph/task.ts'
import { readSteps } from '../store/read-rows.ts'
import { listChangeRows } from '../store/task-statements.ts'
import { timeOf } from '../store/time-of.ts'
import { renderTask, stepData, taskData } from '../tools/render-task.ts'
import { findTask, idArgument, jsonOption } from './find-task.ts'

/** `tasks show`. */
export const showCommand: RoomCommand = {
  arguments: [idArgument],
  options: [{ flags: '--history', summary: 'with all changes, oldest first' }, jsonOption],
  examples: [['Steps, results and who did what', 'drawbridge tasks show ID --history']],
  run: async ({ arguments: [id = ''], options, io, ground }) => {
    const { database, task } = await findTask(id, ground)
    const steps = await readSteps(database, task.id, await timeOf(database, ground.clock))
    const rows = options.history === true ? await database.all(listChangeRows, task.id) : []
    const history = rows.map(({ step_key: step, changed_at: at, session, change, note }) => ({
      time: new Date(at).toISOString(),
      change,
      ...(step === null ? {} : { step }),
      session,
      ...(note === null ? {} : { note }),
    }))
    if (options.json === true) {
      const whole = {
        ...taskData(task),
        agent: task.agent,
        user: task.user,
        steps: steps.map((step) => stepData(step)),
        ...(options.history === true ? { history } : {}),
      }
      return io.output.write(`${JSON.stringify(whole)}\n`)
    }
    await io.output.write(describeTask(task, steps))
    for (const { time, change, step = '', session, note } of history) {
      const why = note === undefined ? '' : `: ${escapeToOneLine(note)}`
      await io.output.write(`${time}  ${change} ${step}${step === '' ? '' : ' '}by ${escapeToOneLine(session)}${why}\n`)
    }
  },
}

/** Returns a task with its steps and their results, as people read it. */
function describeTask(task: Task, steps: readonly Step[]): string {
  const reports = steps.flatMap(({ key, note, result }) => [
    ...(result === undefined ? [] : [`\nResult of ${key}:\n${result}`]),
    ...(note === undefined ? [] : [`\nNote on ${key}: ${note}`]),
  ])
  return `${escapeUnprintable([renderTask(task, steps), ...reports].join('\n'))}\n`
}
