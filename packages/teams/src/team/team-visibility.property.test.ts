import { errorMessage, type ToolContext } from '@drawbridge/core'
import { systemClock } from '@drawbridge/core/base'
import { testPrincipal } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { describeSqlite } from '../../../store/src/__fixtures__/describe-databases.ts'
import { plain, rooms } from '../__fixtures__/shop.ts'
import { commentsOn } from '../board/board-record.ts'
import { findTask, listTasks } from '../board/task-rows.ts'
import { teamsService } from '../teams-service.ts'
import { messageTool } from '../tools/message-tool.ts'
import { tasksTool } from '../tools/tasks-tool.ts'
import { checkTeamSettings } from './team.ts'
import { teamDocument } from './team-document.ts'
import { teamRoster } from './team-roster.ts'
import { createTeam, listTeams, type NewTeam, removeTeam } from './team-store.ts'

const agents = ['ada', 'bob', 'cid', 'dan', 'eve']
const users = ['una', 'vic']

const someTeam = fc.record({
  order: fc.shuffledSubarray(agents, { minLength: 2, maxLength: 4 }),
  hasReviewer: fc.boolean(),
  allowUsers: fc.subarray(users, { maxLength: 1 }),
  denyUsers: fc.subarray(users, { maxLength: 1 }),
})

interface Given {
  readonly order: readonly string[]
  readonly hasReviewer: boolean
  readonly allowUsers: readonly string[]
  readonly denyUsers: readonly string[]
}

function teamOf({ order, hasReviewer, allowUsers, denyUsers }: Given, index: number): NewTeam {
  const [lead = '', ...others] = order
  const reviewers = hasReviewer && others.length > 1 ? others.slice(-1) : []
  const members = others.slice(0, others.length - reviewers.length)
  const settings = checkTeamSettings({ allowUsers, denyUsers })
  return { id: `team-${index}`, description: `purpose-${index}-secret`, lead, members, reviewers, settings }
}

/** Says it as the document does, not as the code does. */
function mayUse({ lead, members, reviewers, settings }: NewTeam, agent: string, user: string): boolean {
  const isAllowed = settings.allowUsers.length === 0 || settings.allowUsers.includes(user)
  return [lead, ...members, ...reviewers].includes(agent) && isAllowed && !settings.denyUsers.includes(user)
}

/** Texts with this end are only for those who may see what they are in. */
const secretsIn = (text: string) => new Set(text.match(/(?:team|purpose)-\d[\w-]*-secret/g))

describeSqlite('teams with any agents and settings', ({ open }) => {
  test('show tasks, comments, files and mail to nobody else, by any action, and let nobody else change them', async () => {
    const database = await open({ rooms })
    const house = {
      ...{
        home: '/home',
        clock: systemClock,
        limitsOf: () => undefined,
        afterRun: () => false,
        service: async () => undefined,
      },
      database: {
        find: async () => database,
        obtain: async () => database,
        options: async () => ({ kind: 'sqlite' as const, file: '/home/drawbridge.db' }),
      },
    }
    const service = teamsService(house, undefined)
    const tools = { tasks: tasksTool(house, undefined), mail: messageTool(house, undefined) }
    /** Everything that a caller reads of a call, whether it succeeds or fails. */
    const said = async (tool: keyof typeof tools, agent: string, user: string, input: object): Promise<string> => {
      const context = { principal: { ...testPrincipal, agent, user } } as unknown as ToolContext
      try {
        return JSON.stringify(await tools[tool].execute(input as never, context))
      } catch (error) {
        return `${errorMessage(error)} ${JSON.stringify(error)}`
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(someTeam, { minLength: 1, maxLength: 3 }), async (given) => {
        const teams = given.map(teamOf)
        // The case before left its teams behind.
        for (const { id } of await listTeams(database)) await removeTeam(database, id)
        for (const team of teams) {
          await createTeam(database, team, 1)
          const board = service.board(database, team)
          const all = [team.lead, ...team.members, ...team.reviewers]
          for (const [index, user] of users.entries()) {
            const lead = { role: 'lead', name: team.lead, user } as const
            const name = (part: string) => `${team.id}-${user}-${part}-secret`
            await board.create(lead, { ...plain, subject: `Do ${name('subject')}`, description: name('text') })
            await board.act(lead, index + 1, { type: 'comment', kind: 'note', text: name('comment') })
            await board.act(lead, index + 1, { type: 'attach', path: name('file') })
            for (const to of all.slice(1))
              await service.send(database, team, { sender: lead, to: [to], text: name(`mail-${to}`) })
          }
        }
        const before = JSON.stringify(await Promise.all(teams.map(({ id }) => listTasks(database, id))))
        for (const agent of agents) {
          for (const user of users) {
            const seen: string[] = []
            const expected = new Set<string>()
            for (const team of teams) {
              const ask = async (tool: keyof typeof tools, input: object) =>
                seen.push(await said(tool, agent, user, { team: team.id, ...input }))
              await ask('tasks', { action: 'list', status: 'all' })
              await ask('tasks', { action: 'search', query: 'Do secret subject text' })
              for (const task of [1, 2]) await ask('tasks', { action: 'get', task })
              await ask('mail', { action: 'read' })
              if (!mayUse(team, agent, user)) {
                const changes = ['claim', 'complete', 'cancel', 'assign', 'approve', 'update', 'progress', 'ask_user']
                for (const action of [...changes, 'comment', 'create'])
                  await ask('tasks', { action, task: 1, text: 'x', result: 'x', subject: 'x', assignee: agent })
                await ask('mail', { action: 'broadcast', text: 'x' })
                continue
              }
              for (const part of ['subject', 'text', 'comment', 'file'])
                expected.add(`${team.id}-${user}-${part}-secret`)
              if (agent !== team.lead) expected.add(`${team.id}-${user}-mail-${agent}-secret`)
              // The task of the other user is as if it did not exist.
              const other = 2 - users.indexOf(user)
              await ask('tasks', { action: 'comment', task: other, text: 'x' })
              await ask('tasks', { action: 'cancel', task: other })
              await ask('tasks', { action: 'create', subject: 'x', blocked_by: [other] })
            }
            expect(secretsIn(seen.join(' '))).toEqual(expected)
            const led = teams.filter((team) => team.lead === agent && mayUse(team, agent, user))
            const document = await teamDocument(house, { agent, user })
            expect(secretsIn(document)).toEqual(new Set(led.map(({ description }) => description)))
            const known = new Set(led.flatMap(({ members, reviewers }) => [...members, ...reviewers]))
            expect(new Set(await teamRoster(house).ledBy({ agent, user }))).toEqual(known)
          }
        }
        expect(JSON.stringify(await Promise.all(teams.map(({ id }) => listTasks(database, id))))).toBe(before)
        for (const { id } of teams) {
          for (const number of [1, 2]) {
            const task = await findTask(database, id, number)
            expect(await commentsOn(database, task?.id ?? '')).toHaveLength(1)
          }
        }
      }),
      { numRuns: propertyRuns(10) },
    )
  }, 60_000)
})
