import { defined } from '@drawbridge/core/base'
import type { House, PromptCaller } from '@drawbridge/room'
import { readSteps } from './store/read-rows.ts'
import { ownerOf } from './store/task-access.ts'
import { listTaskRows } from './store/task-statements.ts'
import { timeOf } from './store/time-of.ts'

/** The most tasks and the most steps of one that a prompt names. */
const most = { tasks: 5, steps: 10 } as const

/** Returns the open tasks that a session has planned, so that no summary of the conversation loses them; else an empty text. */
export async function openTasks(house: Pick<House, 'database' | 'clock'>, caller: PromptCaller): Promise<string> {
  const database = caller.session === undefined ? undefined : await house.database.find()
  if (database === undefined) return ''
  const { agent, user } = ownerOf(defined({ agent: caller.agent, user: caller.user }))
  const rows = await database.all(listTaskRows, agent, user, 'open', 100)
  const own = rows.filter(({ session }) => session === caller.session).slice(0, most.tasks)
  if (own.length === 0) return ''
  const now = await timeOf(database, house.clock)
  const lines = await Promise.all(
    own.map(async ({ id, title, steps, done, running, failed }) => {
      const all = await readSteps(database, id, now)
      const ready = all.filter(({ state }) => state === 'ready').map(({ key }) => key)
      const facts = [
        `${done} of ${steps} steps done`,
        ...(running > 0 ? [`${running} in progress`] : []),
        ...(failed > 0 ? [`${failed} failed`] : []),
        ready.length === 0 ? 'none ready' : `ready: ${ready.slice(0, most.steps).join(', ')}`,
      ]
      return `- ${id} ${JSON.stringify(title)}: ${facts.join(', ')}`
    }),
  )
  return ['Open tasks of this conversation (agent.task_get shows one):', ...lines].join('\n')
}
