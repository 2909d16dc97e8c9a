import { type ContentBlock, fail, type Principal, toolOutput } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { defineToolBody, type ToolBody } from '@drawbridge/core/registry'
import { type House, takeTurns } from '@drawbridge/room'
import { type Board, type BoardResult, sees } from '../board/board.ts'
import { commentsOn } from '../board/board-record.ts'
import type { NewTask } from '../board/new-task.ts'
import { nameOfTask, type TeamTask } from '../board/task.ts'
import type { TaskAction } from '../board/task-action.ts'
import { findTask, listTasks } from '../board/task-rows.ts'
import { pageOfTasks, searchTasks, taskLine, taskText } from '../board/view-tasks.ts'
import type { TeamsSection } from '../section.ts'
import { pathInTeamFolder, teamFolder } from '../team/team-folder.ts'
import { type CallersTeam, teamOfCaller } from '../team/team-of-caller.ts'
import { type TeamsHouse, teamsService } from '../teams-service.ts'
import { judgedInput } from './judged-input.ts'
import { planHolds } from './plan-holds.ts'
import { missingField, type TasksInput, tasksInput } from './tasks-input.ts'

/** The most results of a search. */
const mostFound = 5

type TeamsToolHouse = TeamsHouse & Pick<House, 'limitsOf' | 'afterRun' | 'service'>

/** `team.tasks`: reads and changes the board of the caller's team. */
export function tasksTool(house: TeamsToolHouse, section: TeamsSection | undefined): ToolBody {
  const inTurn = takeTurns()
  const holds = planHolds(house)
  return defineToolBody({
    input: tasksInput,
    check: missingField,
    // Quality gates may take their time over a result.
    timeoutMs: 600_000,
    targets: ({ action, path }) =>
      action === 'attach' && path !== undefined ? [{ kind: 'path', path, access: 'read' }] : [],
    // Calls of one turn may run at once, but a task that waits for another one is created after it.
    execute: async (given, context) => {
      const service = teamsService(house, section)
      const judged = await judgedInput({ house, service }, given, context)
      return inTurn(async () => {
        const { input, needsReview } = judged
        const own = await teamOfCaller(house, context.principal, input.team)
        const { action } = input
        if (action === 'search') return searchBoard(own, input, { house, signal: context.signal })
        if (action === 'list' || action === 'get') return readBoard(own, input)
        const run = holds.begin(context.principal.run, { ...own, service })
        const board = service.board(own.database, own.team, run)
        let { path } = input
        if (action === 'attach' && input.path !== undefined) {
          const folder = teamFolder(house.home, own.team, context.principal)
          path = pathInTeamFolder(folder, context.files.realPath(input.path))
          if (path === undefined)
            fail('invalid_target', `Only files in the folder of the team can be attached: copy it to ${folder} first.`)
          if ((await context.files.stat(input.path))?.kind !== 'file')
            fail('file_not_found', `${input.path} is not a file.`)
        }
        const objection = objectionToCircle(input, context.principal)
        if (objection !== undefined) fail('denied_by_policy', objection)
        const result = await change(board, own, { ...input, path, needsReview }, starterOf(house, context.principal))
        if ('refused' in result) return fail('validation_error', result.refused)
        const { task } = result
        const why = task.status === 'in_review' && needsReview ? ` ${judged.input.result}` : ''
        const begins = task.hold === undefined ? '' : ' Nobody begins it before your turn ends.'
        const text = `${nameOfTask(task)} is ${task.status}.${why}${begins}`
        return toolOutput({ content: text, data: { task: shownTask(task) } })
      })
    },
  })
}

async function searchBoard(
  { database, team, actor }: CallersTeam,
  { query = '' }: TasksInput,
  { house, signal }: { readonly house: Pick<House, 'service'>; readonly signal: AbortSignal },
) {
  const visible = (await listTasks(database, team.id)).filter((task) => sees(actor, task))
  const embedder = await house.service('embedder')
  const { tasks, degraded } = await searchTasks(visible, { query, most: mostFound, embedder, signal })
  const lines = tasks.length === 0 ? [`No task matches ${JSON.stringify(query)}.`] : tasks.map(taskLine)
  const text = [...lines, ...(degraded === undefined ? [] : [`Searched by words alone: ${degraded}`])].join('\n')
  return toolOutput({
    content: [boardText(text, team.id)],
    data: { tasks: tasks.map(shownTask), ...defined({ degraded }) },
  })
}

async function readBoard({ database, team, actor }: CallersTeam, input: TasksInput) {
  const visible = (await listTasks(database, team.id)).filter((task) => sees(actor, task))
  if (input.action === 'get') {
    const task = await findTask(database, team.id, input.task ?? 0)
    if (task === undefined || !sees(actor, task))
      return fail('invalid_target', `The team "${team.id}" has no task #${input.task}.`)
    const comments = await commentsOn(database, task.id)
    return toolOutput({
      content: [boardText(taskText(task, comments), task.id)],
      data: { task: { ...shownTask(task), description: task.description, result: task.result ?? null, comments } },
    })
  }
  const { status = 'active', order = 'priority', page = 1 } = input
  const { tasks, total, hasMore } = pageOfTasks(visible, { status, order, page })
  const head =
    total === 0
      ? 'No task matches.'
      : `${total} ${total === 1 ? 'task' : 'tasks'}${hasMore ? `; more on page ${page + 1}` : ''}.`
  return toolOutput({
    content: [boardText([head, ...tasks.map(taskLine)].join('\n'), team.id)],
    data: { tasks: tasks.map(shownTask), count: total, page, has_more: hasMore },
  })
}

function change(
  board: Board,
  { team, actor }: CallersTeam,
  input: TasksInput & { readonly needsReview: boolean },
  by: Starting,
): Promise<BoardResult> {
  if (input.action === 'create') {
    return board.create(actor, {
      subject: input.subject ?? '',
      description: input.description ?? '',
      assignee: input.assignee,
      priority: input.priority ?? 0,
      blockedBy: input.blocked_by ?? [],
      requiresApproval: input.require_approval ?? false,
      ...by,
    })
  }
  return board.act(actor, input.task ?? 0, actionOf(input, team.id))
}

type Starting = Required<Pick<NewTask, 'session' | 'starter'>>

/** A run for the task is below the one that created it, and keeps its limits. */
function starterOf(house: TeamsToolHouse, principal: Principal): Starting {
  const { session, run, agent, label, parents, chat } = principal
  // A run of the team itself comes through no channel of its user.
  const channel = principal.channel === 'team' ? undefined : principal.channel
  const limits = house.limitsOf(run)
  const own = { run, ...defined({ agent, label }) }
  return { session, starter: { parents: [own, ...parents], ...defined({ limits, chat, channel }) } }
}

/** An agent that waits further up cannot be given a task further down. */
function objectionToCircle({ action, assignee }: TasksInput, { agent, parents }: Principal): string | undefined {
  if ((action !== 'create' && action !== 'assign') || assignee === undefined) return undefined
  const chain = parents.map((parent) => parent.agent ?? 'default')
  if (!chain.includes(assignee)) return undefined
  const path = [assignee, ...chain.slice(0, chain.indexOf(assignee)).toReversed(), agent ?? 'default', assignee]
  return `This would be a circle: ${path.map((name) => `"${name}"`).join(' → ')}. The agent "${assignee}" waits for your work already.`
}

function actionOf(input: TasksInput & { readonly needsReview: boolean }, team: string): TaskAction {
  const { action, text = '', needsReview } = input
  switch (action) {
    case 'complete':
      return { type: action, result: input.result ?? '', needsReview }
    case 'cancel':
      return { type: action, reason: input.text }
    case 'assign':
      return { type: action, assignee: input.assignee ?? '' }
    case 'review':
      return { type: action, result: input.result }
    case 'approve':
      return { type: action, text: input.text }
    case 'reject':
    case 'ask_user':
      return { type: action, text }
    case 'comment':
      return { type: action, kind: input.type ?? 'note', text }
    case 'progress':
      return { type: action, percent: input.percent ?? 0, step: input.text }
    case 'attach':
      return { type: action, path: input.path ?? '' }
    case 'update': {
      const { subject, description, priority, blocked_by: blockers } = input
      const blockedBy = blockers?.map((number) => `${team}-${number}`)
      return { type: action, subject, description, priority, blockedBy }
    }
    case 'claim':
    case 'clear_ask_user':
    case 'retry':
      return { type: action }
    case 'list':
    case 'get':
    case 'search':
    case 'create':
      throw new Error(`"${action}" changes no task.`)
    default:
      return action satisfies never
  }
}

/** A task as programs see it. */
function shownTask(task: TeamTask) {
  return {
    id: task.id,
    number: task.number,
    subject: task.subject,
    status: task.status,
    priority: task.priority,
    assignee: task.assignee ?? null,
    created_by: task.createdBy,
    progress_percent: task.percent,
    progress_step: task.step ?? null,
    blocked_by: task.blockedBy,
    attachments: task.attachments,
    reason: task.reason ?? null,
    created_at: new Date(task.createdAt).toISOString(),
    updated_at: new Date(task.updatedAt).toISOString(),
  }
}

/** Other agents write on the board, and repeat text that they read elsewhere. */
function boardText(text: string, target: string): ContentBlock {
  return {
    type: 'text',
    text,
    label: { sources: [{ tool: 'team.tasks', target }], trust: 'untrusted', readers: 'anyone' },
  }
}
