import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand } from '@drawbridge/room'
import { operatorOf } from '@drawbridge/sandbox/operator'
import { endTask } from '../store/lead-tasks.ts'
import { taskData } from '../tools/render-task.ts'
import { findTask, idArgument, jsonOption } from './find-task.ts'

/** `tasks cancel`. */
export const cancelCommand: RoomCommand = {
  arguments: [idArgument],
  options: [{ flags: '--reason <text>', summary: 'reason; those who work on it read it' }, jsonOption],
  examples: [['Stop a plan that is no longer wanted', "drawbridge tasks cancel ID --reason 'done by hand'"]],
  run: async ({ arguments: [id = ''], options, io, ground }) => {
    if (!operatorOf(io.environment).human) {
      throw new DrawbridgeError(
        'invalid_option',
        'Only a person can cancel a task by command, and a tool started this one. An agent uses agent.task_cancel.',
      )
    }
    const { database, task } = await findTask(id, ground)
    const reason = typeof options.reason === 'string' ? options.reason : undefined
    const ended = await endTask(
      { database, clock: ground.clock },
      { task: task.id, status: 'cancelled', reason, session: 'command line' },
    )
    if ('objection' in ended) throw new DrawbridgeError('invalid_option', `${task.id}: ${ended.objection}`)
    const { cancelled } = ended
    if (options.json === true) return io.output.write(`${JSON.stringify({ ...taskData(ended.task), cancelled })}\n`)
    await io.output.write(`Cancelled ${task.id}, with ${cancelled.length} steps that were not done.\n`)
  },
}
