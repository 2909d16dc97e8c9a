import type { Clock } from '@drawbridge/core/base'
import type { StandingLimits } from '@drawbridge/room'
import { type Connection, type Database, statement } from '@drawbridge/store/database'
import type { Actor } from '../board/task.ts'
import type { Team } from './team.ts'

/** A message from one agent of a team to another. */
export interface TeamMessage {
  readonly from: string
  readonly text: string
  /** Milliseconds since the Unix epoch. */
  readonly sentAt: number
}

/** The largest number of messages that one reading returns. */
const mostMessages = 50

const insertMessage = statement<
  [team: string, sender: string, recipient: string, user: string, text: string, sentAt: number, limits: string | null]
>(
  'insert into teams_messages (team, sender, recipient, user_id, text, sent_at, limits) values ($1, $2, $3, $4, $5, $6, $7)',
)
const limitsSince = statement<[team: string, recipient: string, user: string, since: number], { limits: string }>(
  `select distinct limits from teams_messages where team = $1 and recipient = $2 and user_id = $3 and limits is not null
    and (read_at is null or read_at >= $4)`,
)
// Two readings at once share the messages: each of them is marked by one.
const unread = (lock: string) => `update teams_messages set read_at = $5 where position in (
    select position from teams_messages where team = $1 and recipient = $2 and user_id = $3 and read_at is null
    order by position limit $4 ${lock}) and read_at is null returning position, sender, text, sent_at`
const takeUnread = statement<
  [team: string, recipient: string, user: string, limit: number, readAt: number],
  { position: number; sender: string; text: string; sent_at: number }
>({ sqlite: unread(''), postgres: unread('for update skip locked') })
const countUnread = statement<[team: string, recipient: string, user: string], { count: number }>(
  'select count(*) as count from teams_messages where team = $1 and recipient = $2 and user_id = $3 and read_at is null',
)

/** A message as it is kept, for people who look at the mail of a team. */
export interface KeptMessage extends TeamMessage {
  readonly position: number
  readonly to: string
  /** The user for whom the sender ran. */
  readonly user: string
  /** Milliseconds since the Unix epoch. Undefined as long as its recipient has not read it. */
  readonly readAt: number | undefined
}

const latestMail = statement<[team: string, limit: number], MailRow>(
  `select position, sender, recipient, user_id, text, sent_at, read_at from teams_messages
    where team = $1 order by position desc limit $2`,
)

interface MailRow {
  readonly position: number
  readonly sender: string
  readonly recipient: string
  readonly user_id: string
  readonly text: string
  readonly sent_at: number
  readonly read_at: number | null
}

/** Lists the mail of a team, the latest first. Marks nothing as read. */
export async function listMail(connection: Connection, team: string, most: number): Promise<readonly KeptMessage[]> {
  return (await connection.all(latestMail, team, most)).map((row) => ({
    ...{ position: row.position, from: row.sender, to: row.recipient, user: row.user_id },
    ...{ text: row.text, sentAt: row.sent_at, readAt: row.read_at ?? undefined },
  }))
}

/** The agents that get a message, or the reason that it is not sent. */
export type Recipients = { readonly names: readonly string[] } | { readonly refused: string }

/** Decides who gets a message of a team. Pure. */
export function recipientsOf(team: Team, sender: Actor, to: string | undefined): Recipients {
  const all = [team.lead, ...team.members, ...team.reviewers]
  if (to === undefined) {
    if (team.settings?.broadcast !== 'all' && sender.role !== 'lead' && sender.role !== 'person') {
      return {
        refused: `In the team "${team.id}" only the lead "${team.lead}" sends messages to all. Send it to one: "to".`,
      }
    }
    return { names: all.filter((name) => name !== sender.name) }
  }
  if (to === sender.name) return { refused: 'You cannot send a message to yourself.' }
  if (all.includes(to)) return { names: [to] }
  return { refused: `The agent "${to}" is not in the team "${team.id}". It has: ${all.join(', ')}.` }
}

/** Stores a message for each of its recipients. */
export async function sendMessage(
  connection: Connection,
  team: Team,
  message: { readonly sender: Actor; readonly to: readonly string[]; readonly text: string; readonly sentAt: number },
): Promise<void> {
  const { sender, to, text, sentAt } = message
  for (const recipient of to) {
    const limits = sender.limits === undefined ? null : JSON.stringify(sender.limits)
    await connection.run(insertMessage, team.id, sender.name, recipient, sender.user, text, sentAt, limits)
  }
}

/** Returns the limits of the runs that sent what a reader has not read yet, or read since then. */
export async function limitsOfMail(
  connection: Connection,
  {
    team,
    to,
    user,
    since,
  }: { readonly team: string; readonly to: string; readonly user: string; readonly since: number },
): Promise<readonly StandingLimits[]> {
  return (await connection.all(limitsSince, team, to, user, since)).map(({ limits }) => JSON.parse(limits))
}

/** Returns the messages that a reader has not read, oldest first, and marks them as read. At most 50. */
export async function readMessages(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  team: Team,
  { name, user }: Actor,
): Promise<{ readonly messages: readonly TeamMessage[]; readonly left: number }> {
  const rows = await database.all(takeUnread, team.id, name, user, mostMessages, clock.now())
  const left = (await database.get(countUnread, team.id, name, user))?.count ?? 0
  const messages = rows
    .toSorted((one, other) => one.position - other.position)
    .map(({ sender, text, sent_at: sentAt }) => ({ from: sender, text, sentAt }))
  return { messages, left }
}
