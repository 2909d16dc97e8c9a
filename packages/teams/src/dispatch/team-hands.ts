import { DrawbridgeError } from '@drawbridge/core'
import type { AgentRunner, Conversation, ConversationOptions } from '@drawbridge/core/agent'
import { defined } from '@drawbridge/core/base'
import { type InTurn, type StandingLimits, takeTurns } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import { findSession } from '@drawbridge/store/sessions'
import { optionsWithin } from '../board/keep-limits.ts'
import { isEnded, type TeamTask } from '../board/task.ts'
import { listTasks } from '../board/task-rows.ts'
import { taskLine } from '../board/view-tasks.ts'
import { limitsOfMail } from '../team/mailbox.ts'
import type { Team } from '../team/team.ts'
import type { TeamsService } from '../teams-service.ts'
import { askUser } from './ask-user.ts'
import { converse, type HandsHouse, placeOf, runMember } from './run-member.ts'
import type { TeamHands } from './start-supervisor.ts'

/** Lets the agents of teams work as conversations of a house. */
export function teamHands(house: HandsHouse, database: Database, service: Pick<TeamsService, 'board'>): TeamHands {
  const queues = new Map<string, InTurn>()
  /** One run at a time speaks to a conversation of this process. */
  const speak = (team: Team, to: Addressee, words: Words) => {
    const key = JSON.stringify([team.id, to])
    const inTurn = queues.get(key) ?? takeTurns()
    queues.set(key, inTurn)
    return inTurn(() => speakTo({ house, database }, team, to, words))
  }
  return {
    runMember: (team, task, signal) => runMember({ house, database, service }, { team, task, signal }),
    tellLead: async (team, notices, { id, signal }) => {
      const [first] = notices
      if (first === undefined) return true
      const text = notices.map(({ sender, text: said }) => `[${sender}] ${said}`).join('\n\n')
      const { user, session, chat } = first
      const limits = notices.flatMap(({ limits: kept = [] }) => kept)
      return speak(team, { agent: team.lead, user, session, chat }, { id, text, signal, limits })
    },
    wake: async (team, { to, user, sentAt = 0 }, { id, signal }) => {
      const tasks = (await listTasks(database, team.id)).filter((task) => task.user === user)
      const text = wakingText(team, { agent: to, tasks })
      const limits = await limitsOfMail(database, { team: team.id, to, user, since: sentAt })
      return speak(team, { agent: to, user, session: undefined, chat: undefined }, { id, signal, text, limits })
    },
    askUser: (team, task, signal) => askUser(house, { team, task, signal }),
  }
}

interface Addressee {
  readonly agent: string
  readonly user: string
  /** The session in which it is to hear it, if that is its own. */
  readonly session: string | undefined
  readonly chat: string | undefined
}

/** The most tasks that a waking message names. */
const mostNamed = 20

/** Returns the only message of an agent that wakes: it names the team, its lead, and the tasks that are open to the agent. Pure. */
function wakingText(
  { id, lead }: Team,
  { agent, tasks }: { readonly agent: string; readonly tasks: readonly TeamTask[] },
) {
  const isLead = agent === lead
  const open = tasks.filter((task) => isOpenTo(agent, isLead, task))
  const role = isLead ? 'You lead this team.' : `The lead of this team is "${lead}".`
  const named = open.slice(0, mostNamed).map((task) => `- ${taskLine(task)}`)
  const more = open.length > mostNamed ? ['More: team.tasks, action "list".'] : []
  return [
    `[Team ${id}] ${role} You have mail. Read it with team.message, action "read", and do what it asks of you.`,
    ...(named.length === 0 ? [] : ['Tasks that are open to you:', ...named, ...more]),
  ].join('\n')
}

function isOpenTo(agent: string, isLead: boolean, task: TeamTask): boolean {
  if (isLead) return task.status === 'in_review' || task.status === 'failed'
  if (task.assignee === agent) return !isEnded(task)
  return task.assignee === undefined && (task.status === 'pending' || task.status === 'stale')
}

/** A message for an agent. */
interface Words {
  /** The same id reaches a conversation once. */
  readonly id: string
  readonly text: string
  readonly signal: AbortSignal
  /** Those of the runs whose words or tasks it is about. */
  readonly limits: readonly StandingLimits[]
}

/**
 * Begins a run of an agent with a message. A conversation in which somebody talks now gets it between its own messages. Resolves to false
 * if a supervisor has it, here or elsewhere, or if the run was ended with this one: the message is said again.
 */
async function speakTo(
  { house, database }: { readonly house: HandsHouse; readonly database: Database },
  team: Team,
  { agent, user, session: wanted, chat }: Addressee,
  { id, text, signal, limits }: Words,
): Promise<boolean> {
  const options = {
    ...placeOf(house, team, { chat }),
    ...optionsWithin(limits, `what the team "${team.id}" has to do`),
    principal: { agent, user, channel: 'team', role: 'main', via: 'team', ...defined({ chat }) },
  } as const
  const session = await ownSession(database, wanted, { agent, user })
  const own = `team-${team.id}-${agent}-${user}`
  await using conversation = await openExisting(house.runner, [session, own], { ...options, id: own })
  if (conversation.access.mode === 'read') {
    if (conversation.id !== session) return false
    await house.runner.deliver(session, { kind: 'message', id: `team-${id}`, from: 'agent', text })
    return true
  }
  let { reason } = await converse(conversation, text, signal)
  // Another supervisor left a message when the run was almost over.
  while (reason === 'completed' && (await hasWaiting(conversation))) {
    reason = (await converse(conversation, undefined, signal)).reason
  }
  return reason !== 'aborted'
}

/**
 * Undefined if the session is not one of this agent for this user: a member put the task on the board, or another agent led the team
 * then. Nobody speaks in the conversation of another one.
 */
async function ownSession(
  database: Database,
  session: string | undefined,
  { agent, user }: { readonly agent: string; readonly user: string },
): Promise<string | undefined> {
  const found = session === undefined ? undefined : await findSession(database, session)
  const isOwn = (found?.agent ?? 'default') === agent && (found?.user ?? 'local') === user
  return found !== undefined && isOwn ? session : undefined
}

async function hasWaiting(conversation: Pick<Conversation, 'onPosted'>): Promise<boolean> {
  let waits = false
  using _posted = conversation.onPosted(() => {
    waits = true
  })
  // The listener is called in the next microtask.
  await Promise.resolve()
  return waits
}

/** Goes on with the first of the sessions that exists, or begins a new one. */
async function openExisting(
  runner: AgentRunner,
  sessions: readonly (string | undefined)[],
  options: ConversationOptions,
): Promise<Conversation> {
  const { workspace: _, id: __, ...own } = options
  for (const resume of sessions) {
    if (resume === undefined) continue
    try {
      return await runner.open({ ...own, resume })
    } catch (error) {
      // One that was never a conversation, or was removed.
      if (!(error instanceof DrawbridgeError) || error.code !== 'invalid_option') throw error
    }
  }
  return runner.open(options)
}
