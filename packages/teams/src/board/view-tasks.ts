import type { Embedder } from '@drawbridge/core/model'
import { indexText, joinRanks, rankByMeaning, rankTexts } from '@drawbridge/core/search'
import { isEnded, nameOfTask, type TaskComment, type TeamTask } from './task.ts'

/** The number of tasks on one page of a list. */
const pageSize = 30

/** The part of a board that a list shows. */
export interface TaskFilter {
  readonly status: 'active' | 'completed' | 'in_review' | 'all'
  readonly order: 'priority' | 'newest'
  /** Counts from 1. */
  readonly page: number
}

/** One page of a list. */
export interface TaskPage {
  readonly tasks: readonly TeamTask[]
  readonly total: number
  readonly hasMore: boolean
}

/** Returns one page of the tasks that match. Pure. */
export function pageOfTasks(tasks: readonly TeamTask[], { status, order, page }: TaskFilter): TaskPage {
  const matching = tasks.filter((task) => {
    if (status === 'all') return true
    return status === 'active' ? !isEnded(task) : task.status === status
  })
  const sorted = matching.toSorted((one, other) =>
    order === 'priority'
      ? other.priority - one.priority || one.number - other.number
      : other.createdAt - one.createdAt || other.number - one.number,
  )
  const shown = sorted.slice((page - 1) * pageSize, page * pageSize)
  return { tasks: shown, total: sorted.length, hasMore: sorted.length > page * pageSize }
}

/** A search on a board. */
export interface TaskSearch {
  readonly query: string
  /** The most tasks that it finds. */
  readonly most: number
  /** Undefined if tasks are found by words alone. */
  readonly embedder: Pick<Embedder, 'model' | 'embed'> | undefined
  readonly signal: AbortSignal
}

/** The most tasks that are searched by meaning: the latest ones. */
const mostByMeaning = 500

/** Finds the tasks that match a query best by words and by meaning, best first. `degraded` says why it was by words alone. */
export async function searchTasks(
  tasks: readonly TeamTask[],
  { query, most, embedder, signal }: TaskSearch,
): Promise<{ readonly tasks: readonly TeamTask[]; readonly degraded?: string }> {
  const latest = tasks.slice(-mostByMeaning)
  const texts = latest.map(({ subject, description }) => `${subject}\n${description}`.slice(0, longestResult))
  const { places, ...rest } = await rankByMeaning(embedder, { query, texts, signal })
  const byMeaning = places.flatMap((place) => latest[place] ?? [])
  return { ...rest, tasks: joinRanks([rankByWords(tasks, query), byMeaning], most) }
}

function rankByWords(tasks: readonly TeamTask[], query: string): readonly TeamTask[] {
  const documents = tasks.map(({ subject, description }) =>
    indexText([
      { text: subject, weight: 3 },
      { text: description, weight: 1 },
    ]),
  )
  return rankTexts(query, documents).flatMap(({ index }) => tasks[index] ?? [])
}

/** Renders a task as one line for a model. */
export function taskLine(task: TeamTask): string {
  const parts = [
    task.status,
    ...(task.assignee === undefined ? ['unassigned'] : [`of ${task.assignee}`]),
    ...(task.priority === 0 ? [] : [`priority ${task.priority}`]),
    ...(task.percent > 0 && task.percent < 100 ? [`${task.percent} %`] : []),
    ...(task.status === 'blocked' ? [`waits for ${numbersOf(task)}`] : []),
    ...(task.question === undefined ? [] : ['waits for an answer of the user']),
  ]
  return `${nameOfTask(task)}: ${parts.join(', ')}`
}

/** The longest result that a task shows, in characters. */
const longestResult = 8_000

/** Renders a task with its comments for a model. */
export function taskText(task: TeamTask, comments: readonly TaskComment[]): string {
  const lines = [
    taskLine(task),
    ...(task.description === '' ? [] : ['', task.description]),
    ...(task.step === undefined ? [] : ['', `Step: ${task.step}`]),
    ...(task.question === undefined ? [] : ['', `Question to the user: ${task.question.text}`]),
    ...(task.reason === undefined ? [] : ['', `Reason: ${task.reason}`]),
    ...(task.result === undefined ? [] : ['', `Result: ${task.result.slice(0, longestResult)}`]),
    ...(task.attachments.length === 0 ? [] : ['', `Files: ${task.attachments.join(', ')}`]),
    ...comments.map(({ author, kind, text }) => `\n${author}${kind === 'blocker' ? ' (blocker)' : ''}: ${text}`),
  ]
  return lines.join('\n')
}

function numbersOf({ team, blockedBy }: TeamTask): string {
  return blockedBy.map((id) => `#${id.slice(team.length + 1)}`).join(', ')
}
