import { DrawbridgeError } from '@drawbridge/core'
import { defineRoomRoute, type House, nothingFound, type RouteRow } from '@drawbridge/room'
import { needKnownAgents } from '@drawbridge/room/agents'
import { z } from 'zod'
import type { BoardResult } from './board/board.ts'
import { commentsOn, eventsOfTask } from './board/board-record.ts'
import { type Actor, type TeamTask, taskStatuses } from './board/task.ts'
import { findTask, listTasks } from './board/task-rows.ts'
import { actAsPerson, personActions } from './commands/board-commands.ts'
import type { TeamsSection } from './section.ts'
import { changeTeamWith } from './team/change-team.ts'
import { listMail, recipientsOf } from './team/mailbox.ts'
import { agentsOf, checkTeam, checkTeamSettings, type Team } from './team/team.ts'
import { createTeam, findTeam, listTeams, removeTeam } from './team/team-store.ts'
import { teamsService } from './teams-service.ts'

type Row = RouteRow<TeamsSection>

const agent = z.string().min(1).max(200)
const id = z.strictObject({ id: z.string().min(1).max(40) })
const numbered = id.extend({ number: z.coerce.number().int().min(1).max(999_999_999) })

const team = z
  .strictObject({
    id: z.string(),
    description: z.string(),
    lead: z.string(),
    members: z.array(z.string()),
    reviewers: z.array(z.string()),
    settings: z.record(z.string(), z.unknown()).nullable().describe('Null if they cannot be read: the team is closed.'),
  })
  .meta({ id: 'Team' })

const board = z.strictObject(Object.fromEntries(taskStatuses.map((status) => [status, z.number()])))

const task = z
  .strictObject({
    number: z.number(),
    subject: z.string(),
    description: z.string(),
    state: z.enum(taskStatuses),
    priority: z.number(),
    assignee: z.string().nullable(),
    createdBy: z.string(),
    user: z.string(),
    blockedBy: z.array(z.string()),
    requiresApproval: z.boolean(),
    percent: z.number(),
    step: z.string().nullable(),
    question: z.string().nullable(),
    reason: z.string().nullable(),
    result: z.string().nullable(),
    leaseUntil: z.iso.datetime().nullable(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'TeamTask' })

const list: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/', operation: 'listTeams', role: 'operator', scope: 'teams:read' },
  summary: 'List the teams with the number of their tasks in each state',
  list: { item: team.extend({ board }), keyOf: ({ id: key }: { readonly id: string }) => key },
  handle: async (_, house) => {
    const database = await house.database.find()
    if (database === undefined) return []
    return Promise.all(
      (await listTeams(database)).map(async (each) => {
        const tasks = await listTasks(database, each.id)
        const counts = taskStatuses.map((status) => [status, tasks.filter((one) => one.status === status).length])
        return { ...shownTeam(each), board: Object.fromEntries(counts) }
      }),
    )
  },
})

const create: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/', operation: 'createTeam', role: 'operator', scope: 'teams:write', human: true },
  summary: 'Make a team of agents: a lead, members who do the tasks, and reviewers',
  body: z.strictObject({
    id: z.string().max(40),
    description: z.string().max(10_000).default(''),
    lead: agent,
    members: z.array(agent).max(100),
    reviewers: z.array(agent).max(100).default([]),
    settings: z.record(z.string(), z.unknown()).default({}),
  }),
  answer: team,
  handle: async ({ body: { settings, ...body }, caller }, house) => {
    const made = { ...body, settings: checkTeamSettings(settings) }
    checkTeam(made)
    await needKnownAgents(house, agentsOf(made))
    await createTeam(await house.database.obtain(), made, house.clock.now(), caller.user)
    return shownTeam(made)
  },
})

const change: Row = defineRoomRoute({
  ...{ method: 'PATCH', path: '/{id}', operation: 'changeTeam', role: 'operator', scope: 'teams:write', human: true },
  summary: 'Change a team; settings that are not named stay',
  params: id,
  body: z.strictObject({
    description: z.string().max(10_000).optional(),
    lead: agent.optional(),
    members: z.array(agent).max(100).optional(),
    reviewers: z.array(agent).max(100).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
  }),
  answer: team,
  handle: async ({ params, body: { settings, ...given }, caller }, house) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    return shownTeam(await changeTeamWith(house, found, { ...given, settings }, caller.user))
  },
})

const remove: Row = defineRoomRoute({
  ...{ method: 'DELETE', path: '/{id}', operation: 'removeTeam', role: 'operator', scope: 'teams:write', human: true },
  summary: 'Remove a team with its board and mail; its record stays',
  params: id,
  handle: async ({ params, caller }, house) =>
    (await removeTeam(await house.database.obtain(), params.id, caller.user)) ? undefined : nothingFound,
})

const listBoard: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/{id}/tasks', operation: 'listTeamTasks', role: 'operator', scope: 'teams:read' },
  summary: 'List the tasks on the board of a team',
  params: id,
  query: z.strictObject({ status: z.enum(taskStatuses).optional() }),
  list: { item: task, keyOf: ({ number }: { readonly number: number }) => String(number) },
  handle: async ({ params, query: { status } }, house) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    const tasks = await listTasks(found.database, found.team.id)
    return tasks.filter((each) => status === undefined || each.status === status).map(shownTask)
  },
})

const showTask: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/{id}/tasks/{number}', operation: 'getTeamTask', role: 'operator', scope: 'teams:read' },
  summary: 'Show a task with its comments and its record',
  params: numbered,
  answer: task
    .extend({
      comments: z.array(
        z.strictObject({ author: z.string(), kind: z.string(), text: z.string(), at: z.iso.datetime() }),
      ),
      record: z.array(
        z.strictObject({
          type: z.string(),
          actor: z.string(),
          data: z.record(z.string(), z.unknown()),
          at: z.iso.datetime(),
        }),
      ),
    })
    .meta({ id: 'TeamTaskRecord' }),
  handle: async ({ params }, house) => {
    const found = await find(params.id, house)
    const read = found && (await findTask(found.database, found.team.id, params.number))
    if (found === undefined || read === undefined) return nothingFound
    const [comments, events] = [await commentsOn(found.database, read.id), await eventsOfTask(found.database, read.id)]
    return {
      ...shownTask(read),
      comments: comments.map(({ author, kind, text, at }) => ({ author, kind, text, at: isoTime(at) })),
      record: events.map(({ type, actor, data, at }) => ({ type, actor, data, at: isoTime(at) })),
    }
  },
})

const addTask: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/{id}/tasks', operation: 'addTeamTask', role: 'operator', scope: 'teams:write' },
  ...{ summary: 'Put a task on the board', human: true },
  params: id,
  body: z.strictObject({
    subject: z.string().trim().min(1).max(500),
    description: z.string().max(50_000).default(''),
    assignee: agent.optional(),
    priority: z.number().int().default(0),
    blockedBy: z.array(z.number().int()).max(100).default([]),
    requiresApproval: z.boolean().default(false),
  }),
  answer: task,
  handle: async ({ params, body, caller }, house, section: TeamsSection | undefined) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    return taskOf(
      await teamsService(house, section).board(found.database, found.team).create(personOf(caller.user), body),
    )
  },
})

const act: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/{id}/tasks/{number}/act', operation: 'actOnTeamTask', role: 'operator' },
  ...{ scope: 'teams:write', human: true },
  summary: 'Approve, reject, assign, comment, retry, cancel, complete or answer a task, as its lead could',
  params: numbered,
  body: z.strictObject({
    action: z.enum(personActions),
    text: z.string().max(50_000).optional().describe('The agent to assign to, the comment, reason, answer or result.'),
  }),
  answer: task,
  handle: async ({ params, body: { action, text }, caller }, house, section: TeamsSection | undefined) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    const opened = teamsService(house, section).board(found.database, found.team)
    return taskOf(await actAsPerson(opened, personOf(caller.user), { number: params.number, action, text }))
  },
})

const mail: Row = defineRoomRoute({
  ...{ method: 'GET', path: '/{id}/mail', operation: 'listTeamMail', role: 'operator', scope: 'teams:read' },
  summary: 'List the mail of a team, the latest first; marks nothing as read',
  params: id,
  list: {
    item: z.strictObject({
      id: z.string(),
      from: z.string(),
      to: z.string(),
      user: z.string(),
      text: z.string(),
      sentAt: z.iso.datetime(),
      readAt: z.iso.datetime().nullable(),
    }),
    keyOf: ({ id: key }: { readonly id: string }) => key,
  },
  handle: async ({ params }, house) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    return (await listMail(found.database, found.team.id, 1_000)).map(({ position, sentAt, readAt, ...rest }) => ({
      ...{
        id: String(position),
        ...rest,
        sentAt: isoTime(sentAt),
        readAt: readAt === undefined ? null : isoTime(readAt),
      },
    }))
  },
})

const send: Row = defineRoomRoute({
  ...{ method: 'POST', path: '/{id}/mail', operation: 'sendTeamMail', role: 'operator', scope: 'teams:write' },
  ...{ summary: 'Send a message to an agent of a team, or to all of them', human: true },
  params: id,
  body: z.strictObject({ to: agent.optional(), text: z.string().trim().min(1).max(50_000) }),
  answer: z.strictObject({ to: z.array(z.string()) }),
  handle: async ({ params, body: { to, text }, caller }, house, section: TeamsSection | undefined) => {
    const found = await find(params.id, house)
    if (found === undefined) return nothingFound
    const sender = personOf(caller.user)
    const recipients = recipientsOf(found.team, sender, to)
    if ('refused' in recipients) throw new DrawbridgeError('invalid_option', recipients.refused)
    await teamsService(house, section).send(found.database, found.team, { sender, to: recipients.names, text })
    return { to: recipients.names }
  },
})

/** The operations on teams, each the same as a command or tool has. */
export const teamRoutes: readonly Row[] = [list, create, change, remove, listBoard, showTask, addTask, act, mail, send]

async function find(given: string, house: Pick<House, 'database'>) {
  const database = await house.database.find()
  const found = database && (await findTeam(database, given))
  return database === undefined || found === undefined ? undefined : { database, team: found }
}

function personOf(user: string): Actor {
  return { role: 'person', name: user, user }
}

/** @throws DrawbridgeError `invalid_option` with the reason if nothing was changed. */
function taskOf(result: BoardResult) {
  if ('refused' in result) throw new DrawbridgeError('invalid_option', result.refused)
  return shownTask(result.task)
}

function shownTeam({ settings, ...each }: Team) {
  return { ...each, settings: settings ?? null }
}

function shownTask(each: TeamTask) {
  const { number, subject, description, status: state, priority, createdBy, user, blockedBy, requiresApproval } = each
  const { assignee, percent, step, question, reason, result, leaseUntil, createdAt, updatedAt } = each
  return {
    ...{ number, subject, description, state, priority, assignee: assignee ?? null, createdBy, user, blockedBy },
    ...{ requiresApproval, percent, step: step ?? null, question: question?.text ?? null, reason: reason ?? null },
    ...{ result: result ?? null, leaseUntil: leaseUntil === undefined ? null : isoTime(leaseUntil) },
    ...{ createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) },
  }
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
