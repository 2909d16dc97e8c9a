import { type Connection, statement } from '@drawbridge/store/database'
import type { TaskComment, TaskEvent, TaskEventType } from './task.ts'

const addComment = statement<[task: string, author: string, kind: string, text: string, at: number]>(
  'insert into teams_comments (task, author, kind, text, at) values ($1, $2, $3, $4, $5)',
)
const listComments = statement<[task: string], TaskComment>(
  'select task, author, kind, text, at from teams_comments where task = $1 order by position',
)
const addEvent = statement<
  [team: string, task: string, type: string, actor: string, user: string, data: string, at: number]
>('insert into teams_events (team, task, type, actor, user_id, data, at) values ($1, $2, $3, $4, $5, $6, $7)')

interface EventRow {
  readonly position: number
  readonly task: string
  readonly type: TaskEventType
  readonly actor: string
  readonly user_id: string
  readonly data: string
  readonly at: number
}

const listEventsOfTask = statement<[task: string], EventRow>(
  'select position, task, type, actor, user_id, data, at from teams_events where task = $1 order by position',
)
const listEventsOfTeam = statement<[team: string, after: number, limit: number], EventRow>(
  `select position, task, type, actor, user_id, data, at from teams_events where team = $1 and position > $2
    order by position limit $3`,
)

/** A row of the record of a board. */
export interface RecordedTaskEvent extends TaskEvent {
  /** Counts the rows of the record, from 1. */
  readonly position: number
}

/** Keeps a comment. */
export async function recordComment(
  connection: Connection,
  { task, author, kind, text, at }: TaskComment,
): Promise<void> {
  await connection.run(addComment, task, author, kind, text, at)
}

/** Returns the comments on a task, oldest first. */
export async function commentsOn(connection: Connection, task: string): Promise<readonly TaskComment[]> {
  return connection.all(listComments, task)
}

/** Keeps a change for the record. */
export async function recordTaskEvent(connection: Connection, team: string, event: TaskEvent): Promise<void> {
  const { task, type, actor, user, data, at } = event
  await connection.run(addEvent, team, task, type, actor, user, JSON.stringify(data), at)
}

/** Returns the changes of a task, oldest first. */
export async function eventsOfTask(connection: Connection, task: string): Promise<readonly RecordedTaskEvent[]> {
  return (await connection.all(listEventsOfTask, task)).map(readEvent)
}

/** Returns changes on a board, oldest first, from behind a position. */
export async function eventsOfTeam(
  connection: Connection,
  team: string,
  { after = 0, limit = 100 }: { readonly after?: number; readonly limit?: number } = {},
): Promise<readonly RecordedTaskEvent[]> {
  return (await connection.all(listEventsOfTeam, team, after, limit)).map(readEvent)
}

function readEvent({ user_id: user, data, ...row }: EventRow): RecordedTaskEvent {
  return { ...row, user, data: JSON.parse(data) }
}
