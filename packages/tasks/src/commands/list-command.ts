import { escapeToOneLine } from '@drawbridge/core/base'
import type { RoomCommand } from '@drawbridge/room'
import { taskStatuses } from '../graph/task.ts'
import { readTask } from '../store/read-rows.ts'
import { listTaskRows } from '../store/task-statements.ts'
import { taskData } from '../tools/render-task.ts'
import { jsonOption } from './find-task.ts'

/** The most tasks that are listed, latest first. */
const mostListed = 200

/** `tasks list`. */
export const listCommand: RoomCommand = {
  options: [
    { flags: '--agent <name>', summary: 'only tasks of this agent' },
    { flags: '--user <name>', summary: 'only tasks of this user' },
    { flags: '--status <status>', summary: 'only tasks of this status', choices: taskStatuses },
    jsonOption,
  ],
  examples: [['What agents are working on', 'drawbridge tasks list --status open']],
  run: async ({ options, io, ground }) => {
    const text = (value: string | boolean | undefined) => (typeof value === 'string' ? value : null)
    const database = await ground.database.find()
    const asked = [text(options.agent), text(options.user), text(options.status)] as const
    const rows = (await database?.all(listTaskRows, ...asked, mostListed)) ?? []
    if (options.json === true) {
      const tasks = rows.map((row) => ({
        ...taskData(readTask(row)),
        agent: row.agent_id,
        user: row.user_id,
        steps: row.steps,
        done: row.done,
        in_progress: row.running,
        failed: row.failed,
      }))
      return io.output.write(`${JSON.stringify({ tasks })}\n`)
    }
    for (const { id, status, steps, done, running, failed, title, agent_id: agent, user_id: user } of rows) {
      const facts = [
        `${done} of ${steps} steps done`,
        ...(running > 0 ? [`${running} in progress`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
        `${escapeToOneLine(agent)} for ${escapeToOneLine(user)}`,
      ]
      await io.output.write(`${id}  ${status}  ${facts.join(', ')}  ${escapeToOneLine(title)}\n`)
    }
    if (rows.length === 0) await io.diagnostics.write('There are no tasks.\n')
  },
}
