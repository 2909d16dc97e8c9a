import { DrawbridgeError } from '@drawbridge/core'
import type { CommandInvocation, RoomCommand } from '@drawbridge/room'
import type { Board, BoardResult } from '../board/board.ts'
import { commentsOn, eventsOfTask, eventsOfTeam, type RecordedTaskEvent } from '../board/board-record.ts'
import { type Actor, nameOfTask, taskStatuses } from '../board/task.ts'
import type { TaskAction } from '../board/task-action.ts'
import { findTask, listTasks } from '../board/task-rows.ts'
import { taskLine, taskText } from '../board/view-tasks.ts'
import type { TeamsSection } from '../section.ts'
import { teamsService } from '../teams-service.ts'
import { namedTeam, namesOption, numberOfTask, personOf, textOption } from './team-options.ts'

const teamArgument = { name: 'team', summary: 'the name of the team' } as const
const taskArgument = { name: 'task', summary: 'the number of the task' } as const
const json = { flags: '--json', summary: 'write one JSON object' } as const

type Invocation = CommandInvocation<TeamsSection>

/** `teams board`. */
export const boardCommand: RoomCommand<TeamsSection> = {
  arguments: [teamArgument],
  options: [{ flags: '--status <status>', summary: 'only tasks in this state', choices: [...taskStatuses] }, json],
  run: async (invocation) => {
    const { database, team } = await namedTeam(invocation)
    const { io, options } = invocation
    const tasks = (await listTasks(database, team.id)).filter(
      ({ status }) => options.status === undefined || status === options.status,
    )
    if (options.json === true) await io.output.write(`${JSON.stringify({ tasks })}\n`)
    else for (const task of tasks) await io.output.write(`${taskLine(task)}\n`)
    if (tasks.length === 0 && options.json !== true) {
      await io.diagnostics.write(`No task matches. Add one: drawbridge teams add ${team.id} "WHAT TO DO"\n`)
    }
  },
}

/** `teams task`. */
export const taskCommand: RoomCommand<TeamsSection> = {
  arguments: [teamArgument, taskArgument],
  options: [json],
  run: async (invocation) => {
    const { database, team } = await namedTeam(invocation)
    const number = numberOfTask(invocation.arguments[1], team)
    const task = await findTask(database, team.id, number)
    if (task === undefined) throw new DrawbridgeError('invalid_option', `The team "${team.id}" has no task #${number}.`)
    const [comments, events] = [await commentsOn(database, task.id), await eventsOfTask(database, task.id)]
    const { io, options } = invocation
    if (options.json === true) {
      await io.output.write(`${JSON.stringify({ task, comments, events })}\n`)
      return
    }
    await io.output.write(`${taskText(task, comments)}\n\n${events.map(eventLine).join('')}`)
  },
}

/** `teams add`. */
export const addCommand: RoomCommand<TeamsSection> = {
  arguments: [teamArgument, { name: 'subject', summary: 'what is to be done, in one line' }],
  options: [
    { flags: '--description <text>', summary: 'all that its owner needs to know' },
    { flags: '--assignee <agent>', summary: 'the member who does it' },
    { flags: '--priority <number>', summary: 'the higher one is done first' },
    { flags: '--blocked-by <numbers>', summary: 'tasks that must end first, with commas' },
    { flags: '--require-approval', summary: 'it is only completed once somebody approved it' },
    { flags: '--user <name>', summary: 'the user for whom it is done; default "local"' },
  ],
  examples: [
    ['A task for one member', 'drawbridge teams add shop "Write the tests" --assignee tester --blocked-by 1,2'],
  ],
  run: async (invocation) => {
    const actor = personOf(invocation, textOption(invocation, 'user'))
    const { database, team } = await namedTeam(invocation)
    const [, subject = ''] = invocation.arguments
    if (subject.trim() === '')
      throw new DrawbridgeError('invalid_option', 'Say what is to be done: the subject is empty.')
    const result = await boardOf(invocation, { database, team }).create(actor, {
      subject: subject.trim(),
      description: textOption(invocation, 'description') ?? '',
      assignee: textOption(invocation, 'assignee'),
      priority: wholeNumber(textOption(invocation, 'priority') ?? '0', '--priority'),
      blockedBy: (namesOption(invocation, 'blockedBy') ?? []).map((text) => numberOfTask(text, team)),
      requiresApproval: invocation.options.requireApproval === true,
    })
    await tell(invocation, result)
  },
}

/** The actions of a person on a task. */
export const personActions = [
  'approve',
  'reject',
  'assign',
  'comment',
  'retry',
  'cancel',
  'complete',
  'answer',
] as const

/** `teams act`. */
export const actCommand: RoomCommand<TeamsSection> = {
  arguments: [
    teamArgument,
    taskArgument,
    { name: 'action', summary: personActions.join(', ') },
    { name: 'text', summary: 'the agent to assign to, the comment, the reason or the result', required: false },
  ],
  examples: [
    ['Send work back', 'drawbridge teams act shop 3 reject "The tests do not run."'],
    ['Answer a question of a task', 'drawbridge teams act shop 3 answer "Blue."'],
  ],
  run: async (invocation) => {
    const actor = personOf(invocation)
    const { database, team } = await namedTeam(invocation)
    const [, task, action = '', text] = invocation.arguments
    const number = numberOfTask(task, team)
    const board = boardOf(invocation, { database, team })
    await tell(invocation, await actAsPerson(board, actor, { number, action, text }))
  },
}

/**
 * Carries out an action of a person on a task.
 * @throws DrawbridgeError `invalid_option` for an unknown action, or one that lacks its text.
 */
export async function actAsPerson(
  board: Board,
  actor: Actor,
  { number, action, text }: { readonly number: number; readonly action: string; readonly text: string | undefined },
): Promise<BoardResult> {
  return board.act(actor, number, personAction(action, text))
}

/** `teams events`. */
export const eventsCommand: RoomCommand<TeamsSection> = {
  arguments: [teamArgument],
  options: [
    { flags: '--after <position>', summary: 'only what is behind this position' },
    { flags: '--limit <number>', summary: 'the most rows; default 100' },
    { flags: '--json', summary: 'write one JSON object a line' },
  ],
  run: async (invocation) => {
    const { ground, io, options } = invocation
    const database = await ground.database.find()
    // The record of a team that was removed can still be read.
    const events =
      database === undefined
        ? []
        : await eventsOfTeam(database, invocation.arguments[0] ?? '', {
            after: wholeNumber(textOption(invocation, 'after') ?? '0', '--after'),
            limit: wholeNumber(textOption(invocation, 'limit') ?? '100', '--limit'),
          })
    for (const event of events)
      await io.output.write(options.json === true ? `${JSON.stringify(event)}\n` : eventLine(event))
  },
}

function boardOf({ ground, section }: Invocation, { database, team }: Awaited<ReturnType<typeof namedTeam>>) {
  return teamsService(ground, section).board(database, team)
}

function personAction(action: string, text: string | undefined): TaskAction {
  switch (action) {
    case 'approve':
      return { type: action, text }
    case 'cancel':
      return { type: action, reason: text }
    case 'retry':
      return { type: action }
    case 'reject':
      return { type: action, text: needText(text, action) }
    case 'comment':
      return { type: action, kind: 'note', text: needText(text, action) }
    case 'answer':
      return { type: action, text: needText(text, action) }
    case 'assign':
      return { type: action, assignee: needText(text, action) }
    case 'complete':
      return { type: action, result: needText(text, action) }
    default:
      throw new DrawbridgeError(
        'invalid_option',
        `There is no action ${JSON.stringify(action)}. Choose one of: ${personActions.join(', ')}.`,
      )
  }
}

function needText(text: string | undefined, action: string): string {
  if (text !== undefined && text.trim() !== '') return text
  throw new DrawbridgeError('invalid_option', `The action "${action}" needs a text behind it.`)
}

function wholeNumber(text: string, option: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new DrawbridgeError('invalid_option', `${option} must be a whole number, not ${JSON.stringify(text)}.`)
}

/** @throws DrawbridgeError `invalid_option` with the reason if nothing was changed. */
async function tell({ io }: Invocation, result: BoardResult): Promise<void> {
  if ('refused' in result) throw new DrawbridgeError('invalid_option', result.refused)
  await io.output.write(`${nameOfTask(result.task)} is ${result.task.status}.\n`)
}

function eventLine({ position, task, type, actor, data, at }: RecordedTaskEvent): string {
  const facts = Object.keys(data).length === 0 ? '' : `  ${JSON.stringify(data)}`
  return `${position}  ${new Date(at).toISOString()}  ${task}  ${type} by ${actor}${facts}\n`
}
