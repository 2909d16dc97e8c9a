import type { Outbox, OutboxMessage } from '@drawbridge/core/job'
import type { Database } from '@drawbridge/store/database'
import { isEnded, nameOfTask, type TeamTask } from '../board/task.ts'
import { findTask, listAsked } from '../board/task-rows.ts'
import { agentsOf, type Team } from '../team/team.ts'
import { findTeam } from '../team/team-store.ts'
import type { TeamsService } from '../teams-service.ts'
import { boardKinds, leadOf, supervisorRecipient, type TeamNotice } from './announce-change.ts'

/** The address of mail that wakes an agent of a team. */
export interface MailAddress {
  readonly team: string
  readonly to: string
  readonly user: string
  /** The time when it was sent, in milliseconds since the Unix epoch. */
  readonly sentAt?: number
}

/** The circumstances of a message to an agent. */
export interface TellOptions {
  /** The id of the message: the same one if it is repeated. */
  readonly id: string
  /** Ends the run that reads it. */
  readonly signal: AbortSignal
}

/** Those to whom messages of boards are carried. */
export interface Carriers {
  /** Hands notices to the lead. Resolves to false if that is not possible now: they are handed over later. */
  tellLead(team: Team, notices: readonly TeamNotice[], options: TellOptions): Promise<boolean>
  /** Lets an agent read its mail. Resolves to false if that is not possible now. */
  wake(team: Team, address: MailAddress, options: TellOptions): Promise<boolean>
  /** Asks the user what a task waits for, and returns the answer; undefined if there was none. */
  askUser(team: Team, task: TeamTask, signal: AbortSignal): Promise<string | undefined>
}

/** The parts of what carries messages. */
export interface CarryParts {
  readonly database: Database
  readonly service: Pick<TeamsService, 'board'>
  readonly outbox: Pick<Outbox, 'peek' | 'acknowledge'>
  readonly hands: Carriers
  /** Aborted when the supervisor ends. */
  readonly closing: AbortSignal
  /** Resolves to true if an agent still works for a user in a team. */
  worksNow(team: Team, who: { readonly agent: string; readonly user: string }): Promise<boolean>
  /** Begins work that nobody waits for. */
  start(work: () => Promise<void>): void
}

/** Carries messages of boards from the outbox: notices to leads, mail to agents, questions to users. */
export interface MessageCarrier {
  /** Begins to carry what is new. */
  carry(): Promise<void>
  /** Asks users again who did not answer. The board counts, so that of many processes one reminds. */
  remind(): Promise<void>
  /** Nobody is asked any more what was answered or is not needed. */
  stopAsking(): Promise<void>
  /** Carries again what nobody could take. */
  tryAgain(): void
}

/** Creates what carries the messages of boards. */
export function createMessageCarrier({
  database,
  service,
  outbox,
  hands,
  closing,
  worksNow,
  start,
}: CarryParts): MessageCarrier {
  const asked = new Map<TeamTask, AbortController>()
  const carried = new Set<string>()
  /** Messages that nobody could take. */
  const leftOver = new Set<string>()

  async function carry(): Promise<void> {
    const waiting = await outbox.peek(supervisorRecipient)
    const fresh = waiting.filter(({ id }) => !carried.has(id) && !leftOver.has(id))
    for (const { id } of fresh) carried.add(id)
    const notices = Map.groupBy(
      fresh.filter(({ kind }) => kind === boardKinds.notice),
      ({ payload }) => leadOf(payload as TeamNotice),
    )
    for (const batch of notices.values()) start(() => deliver(batch))
    for (const message of fresh) if (message.kind !== boardKinds.notice) start(() => deliver([message]))
  }

  async function deliver(messages: readonly OutboxMessage[]): Promise<void> {
    const isTaken = await hand(messages)
    if (isTaken) await outbox.acknowledge(...messages.map(({ id }) => id))
    for (const { id } of messages) {
      if (!isTaken) leftOver.add(id)
      carried.delete(id)
    }
  }

  async function hand(messages: readonly OutboxMessage[]): Promise<boolean> {
    const [first] = messages
    if (first === undefined) return true
    const team = await findTeam(database, (first.payload as { readonly team: string }).team)
    // A team that was removed has no readers.
    if (team === undefined) return true
    const options = { id: first.id, signal: closing }
    switch (first.kind) {
      case boardKinds.notice: {
        const notices = messages.map(({ payload }) => payload as TeamNotice)
        const [{ user } = { user: '' }] = notices
        // Kept until the team works for the user again.
        return (await worksNow(team, { agent: team.lead, user })) && hands.tellLead(team, notices, options)
      }
      case boardKinds.mail: {
        const address = first.payload as MailAddress
        const { to: agent, user } = address
        // An agent that has left the team reads its mail no more.
        if (!agentsOf(team).includes(agent)) return true
        return (await worksNow(team, { agent, user })) && hands.wake(team, address, options)
      }
      case boardKinds.ask:
        return ask(team, (first.payload as { readonly task: number }).task)
      default:
        return true
    }
  }

  /** Asks until somebody answers here, or the question is settled elsewhere. */
  async function ask(team: Team, number: number): Promise<boolean> {
    const task = await findTask(database, team.id, number)
    if (task?.question === undefined || isEnded(task)) return true
    if (!(await worksNow(team, { agent: team.lead, user: task.user }))) return false
    const controller = new AbortController()
    asked.set(task, controller)
    try {
      const answer = await hands.askUser(team, task, AbortSignal.any([closing, controller.signal]))
      if (answer === undefined) return !closing.aborted
      const now = await findTask(database, team.id, number)
      // The answer belongs to the question that was asked.
      if (now?.question?.askedAt !== task.question.askedAt) return true
      const person = { role: 'person', name: task.user, user: task.user } as const
      await service.board(database, team).act(person, number, { type: 'answer', text: answer })
      return true
    } finally {
      asked.delete(task)
    }
  }

  return {
    carry,
    tryAgain: () => leftOver.clear(),
    stopAsking: async () => {
      for (const [task, controller] of asked) {
        const now = await findTask(database, task.team, task.number)
        if (now?.question?.askedAt !== task.question?.askedAt) controller.abort(`${nameOfTask(task)} needs no answer`)
      }
    },
    remind: async () => {
      for (const task of await listAsked(database)) {
        const team = await findTeam(database, task.team)
        if (team?.settings === undefined) continue
        const { reminderMinutes, mostReminders: most } = team.settings
        const action = { type: 'remind', everyMs: reminderMinutes * 60_000, most } as const
        const system = { role: 'system', name: 'system', user: task.user } as const
        await service.board(database, team).act(system, task.number, action)
      }
    },
  }
}
