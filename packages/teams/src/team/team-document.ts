import type { House, PromptCaller } from '@drawbridge/room'
import type { Team } from './team.ts'
import { accessTo } from './team-access.ts'
import { listTeams } from './team-store.ts'

/** Returns the text about the teams that an agent leads; empty for all others, who get what they need with each task. */
export async function teamDocument(house: Pick<House, 'database'>, { agent, user }: PromptCaller): Promise<string> {
  if ((await house.database.options()) === undefined) return ''
  const database = await house.database.find()
  if (database === undefined) return ''
  const caller = { ...(agent === undefined ? {} : { agent }), ...(user === undefined ? {} : { user }) }
  const led = (await listTeams(database)).filter((team) => {
    const access = accessTo(team, caller)
    return 'actor' in access && access.actor.role === 'lead'
  })
  return led.map(renderTeam).join('\n\n')
}

function renderTeam({ id, description, members, reviewers }: Team): string {
  return [
    `# Team ${id}`,
    ...(description === '' ? [] : ['', description]),
    '',
    'You lead this team. This list is complete; no tool is needed to check it.',
    ...members.map((name) => `- ${name}: member`),
    ...reviewers.map((name) => `- ${name}: reviewer`),
    '',
    'Split work into tasks with team.tasks (create, with an assignee, and blocked_by for what must be done first). Members start on their own when your turn ends, work in parallel, and their results come back to you as messages. Do not wait for them in a loop: end your turn. Approve or reject what waits for a review, decide about failed tasks (retry, assign, cancel), and tell the user the result at the end.',
    '',
    'The team works in a folder of its own, whose files you may read and change: workspace.dir with scope "team" names it.',
  ].join('\n')
}
