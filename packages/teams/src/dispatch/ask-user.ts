import { defined } from '@drawbridge/core/base'
import { nameOfTask, type TeamTask } from '../board/task.ts'
import type { Team } from '../team/team.ts'
import { teamFolder } from '../team/team-folder.ts'
import type { HandsHouse } from './run-member.ts'

/** The time for which the last reminder waits for an answer, in milliseconds: a week. */
const lastWaitMs = 604_800_000

/**
 * Asks everybody who can answer, in the session and the chat in which the task was created, until the next reminder.
 * @returns the answer; undefined if there was none.
 */
export async function askUser(
  { service, ids, clock, home }: HandsHouse,
  { team, task, signal }: { readonly team: Team; readonly task: TeamTask; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { question, assignee, user, session, starter } = task
  const questioner = await service('questioner')
  if (questioner === undefined || question === undefined) return undefined
  const { reminderMinutes = 30, mostReminders = 3 } = team.settings ?? {}
  const waitMs = question.reminders < mostReminders ? reminderMinutes * 60_000 : lastWaitMs
  const now = clock.now()
  const request = {
    id: ids.next('question'),
    // A reminder has the same words, so that an answer to an earlier one counts.
    questions: [{ kind: 'text', header: nameOfTask(task).slice(0, 40), question: question.text }],
    principal: {
      ...{ agent: assignee ?? team.lead, user, session: session ?? `team-${team.id}`, run: task.id },
      ...({ role: 'main', via: 'team', parents: starter?.parents ?? [] } as const),
      ...defined({ chat: starter?.chat, channel: starter?.channel }),
    },
    ...{ workspace: teamFolder(home, team, defined({ chat: starter?.chat })), askedAt: now, waitsUntil: now + waitMs },
  } as const
  const reply = await questioner.ask(request, signal)
  if (reply?.status !== 'answered') return undefined
  return reply.answers.map(({ text, chosen }) => text ?? chosen.join(', ')).join('\n')
}
