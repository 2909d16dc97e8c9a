import { errorMessage } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { Outbox, OutboxMessage } from '@drawbridge/core/job'
import { takeTurns } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import type { Board } from '../board/board.ts'
import { isEnded, isSameRun, nameOfTask, type TeamTask } from '../board/task.ts'
import { findTask, listAsked, listExpired } from '../board/task-rows.ts'
import type { Team } from '../team/team.ts'
import { findTeam, listTeams } from '../team/team-store.ts'
import type { TeamsService } from '../teams-service.ts'
import { boardKinds, boardTopics, leadOf, supervisorRecipient, type TeamNotice } from './announce-change.ts'

/** The end of a member's run. */
export interface MemberReport {
  /** True if the member came to an end of its own. */
  readonly isDone: boolean
  /** Its last words, or the reason that it did not come to an end. */
  readonly text: string
  /** True if a quality gate did not pass the result in the end: the lead decides about it. */
  readonly needsReview?: boolean | undefined
  /** True if it ended because it waits for an answer of the user. */
  readonly waits?: boolean | undefined
}

/** The address of mail that wakes an agent of a team. */
export interface MailAddress {
  readonly team: string
  readonly to: string
  readonly user: string
}

/** The circumstances of a message to an agent. */
export interface TellOptions {
  /** The id of the message: the same one if it is repeated. */
  readonly id: string
  /** Ends the run that reads it. */
  readonly signal: AbortSignal
}

/** Those who do what a supervisor wants done. */
export interface TeamHands {
  /** Lets a member work on a task that it was given. Resolves when its run has ended. */
  runMember(team: Team, task: TeamTask, signal: AbortSignal): Promise<MemberReport>
  /** Hands notices to the lead. Resolves to false if that is not possible now: they are handed over later. */
  tellLead(team: Team, notices: readonly TeamNotice[], options: TellOptions): Promise<boolean>
  /** Lets an agent read its mail. Resolves to false if that is not possible now. */
  wake(team: Team, address: MailAddress, options: TellOptions): Promise<boolean>
  /** Asks the user what a task waits for, and returns the answer; undefined if there was none. */
  askUser(team: Team, task: TeamTask, signal: AbortSignal): Promise<string | undefined>
}

/** The parts of a supervisor. */
export interface SupervisorParts {
  readonly database: Database
  readonly clock: Clock
  readonly service: Pick<TeamsService, 'board' | 'section'>
  readonly outbox: Pick<Outbox, 'peek' | 'acknowledge' | 'subscribe'>
  readonly hands: TeamHands
  /** Receives what failed although nobody waits for it. */
  onError(message: string): void
}

/** Watches the boards of all teams. Several processes may have one. */
export interface Supervisor extends AsyncDisposable {
  /** Does what is to be done now. Resolves once that has begun; runs of members go on. */
  look(): Promise<void>
  /** Resolves when this supervisor has nothing left to do. */
  idle(): Promise<void>
}

/** The time that the call which ended a task has to end itself before its run is stopped, in milliseconds. */
const settleMs = 500

/** Starts a supervisor: it gives out ready tasks, ends leases without a sign of life, and carries messages and questions. */
export async function startSupervisor(parts: SupervisorParts): Promise<Supervisor> {
  const { database, clock, service, outbox, hands } = parts
  const inTurn = takeTurns()
  const runs = new Map<TeamTask, AbortController>()
  const asked = new Map<TeamTask, AbortController>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  let timer: Disposable | undefined

  const start = (work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => parts.onError(errorMessage(error)))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }

  async function look(): Promise<void> {
    if (closing.signal.aborted) return
    for (const expired of await listExpired(database, clock.now())) {
      const team = await findTeam(database, expired.team)
      if (team !== undefined)
        await service.board(database, team).act(systemFor(expired), expired.number, { type: 'expire' })
    }
    await remind()
    for (const team of await listTeams(database)) {
      const free = service.section.concurrency - runs.size
      if (free <= 0) break
      for (const task of await service.board(database, team).dispatch(free)) start(() => work(team, task))
    }
    await carry()
  }

  async function work(team: Team, task: TeamTask): Promise<void> {
    const board = service.board(database, team)
    const controller = new AbortController()
    runs.set(task, controller)
    const renewal = renewing(task, () => board.act(systemFor(task), task.number, { type: 'renew' }), controller)
    try {
      const signal = AbortSignal.any([controller.signal, closing.signal])
      const { isDone, text, needsReview = false, waits = false } = await hands.runMember(team, task, signal)
      const now = await findTask(database, team.id, task.number)
      // The member, the lead or a person may have decided meanwhile.
      if (now === undefined || !isSameRun(task, now)) return
      // A run that ended with this process does not count as an attempt.
      const counts = !closing.signal.aborted
      if (waits) await letWait(board, task)
      else if (!isDone) await board.act(systemFor(task), task.number, { type: 'expire', reason: text, counts })
      else if (task.assignee !== undefined) {
        const owner = { role: 'member', name: task.assignee, user: task.user } as const
        const result = text === '' ? 'No result was given.' : text
        await board.act(owner, task.number, { type: 'complete', result, needsReview })
      }
    } finally {
      renewal[Symbol.dispose]()
      runs.delete(task)
      again()
    }
  }

  /** Takes a task back until its user has answered. If that happened at the end of the run, the task begins again. */
  async function letWait(board: Board, task: TeamTask): Promise<void> {
    const waiting = await board.act(systemFor(task), task.number, { type: 'wait' })
    if (!('refused' in waiting)) return
    const reason = 'the answer came at the end of the run'
    await board.act(systemFor(task), task.number, { type: 'expire', reason, counts: false })
  }

  /** Ends the runs of tasks that were taken back. A run that began later goes on. */
  async function stopRuns(): Promise<void> {
    for (const [task, controller] of runs) {
      const now = await findTask(database, task.team, task.number)
      if (now !== undefined && isSameRun(task, now)) continue
      clock.after(settleMs, () => controller.abort(`${nameOfTask(task)} was taken back`))
    }
  }

  /** A run is a sign of life of its task. One that may not go on is stopped. */
  function renewing(task: TeamTask, renew: () => Promise<object>, controller: AbortController): Disposable {
    const pauseMs = (service.section.leaseSeconds * 1_000) / 3
    let next: Disposable | undefined
    const wait = () => {
      next = clock.after(pauseMs, () => {
        renew().then(
          (result) => ('refused' in result ? controller.abort(`${nameOfTask(task)} was taken back`) : wait()),
          wait,
        )
      })
    }
    wait()
    return { [Symbol.dispose]: () => next?.[Symbol.dispose]() }
  }

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
  const carried = new Set<string>()
  /** Messages that nobody could take: they are tried again with the next timer. */
  const leftOver = new Set<string>()

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
    const options = { id: first.id, signal: closing.signal }
    switch (first.kind) {
      case boardKinds.notice:
        return hands.tellLead(
          team,
          messages.map(({ payload }) => payload as TeamNotice),
          options,
        )
      case boardKinds.mail:
        return hands.wake(team, first.payload as MailAddress, options)
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
    const controller = new AbortController()
    asked.set(task, controller)
    try {
      const answer = await hands.askUser(team, task, AbortSignal.any([closing.signal, controller.signal]))
      if (answer === undefined) return !closing.signal.aborted
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

  /** Nobody is asked any more what was answered or is not needed. */
  async function stopAsking(): Promise<void> {
    for (const [task, controller] of asked) {
      const now = await findTask(database, task.team, task.number)
      if (now?.question?.askedAt !== task.question?.askedAt) controller.abort(`${nameOfTask(task)} needs no answer`)
    }
  }

  /** Asks users again who did not answer. The board counts, so that of many processes one reminds. */
  async function remind(): Promise<void> {
    for (const task of await listAsked(database)) {
      const team = await findTeam(database, task.team)
      if (team?.settings === undefined) continue
      const { reminderMinutes, mostReminders: most } = team.settings
      const action = { type: 'remind', everyMs: reminderMinutes * 60_000, most } as const
      await service.board(database, team).act(systemFor(task), task.number, action)
    }
  }

  const lookInTurn = () => inTurn(look).catch((error: unknown) => parts.onError(errorMessage(error)))
  let isAwaited = false
  /** One look that waits is enough, however much changes meanwhile. */
  const again = () => {
    if (isAwaited) return
    isAwaited = true
    void inTurn(async () => {
      isAwaited = false
      await look()
    }).catch((error: unknown) => parts.onError(errorMessage(error)))
  }
  const schedule = () => {
    timer = clock.after(service.section.supervisorSeconds * 1_000, () => {
      leftOver.clear()
      void lookInTurn().finally(schedule)
    })
  }
  const subscriptions = await Promise.all([
    outbox.subscribe(supervisorRecipient, again),
    database.subscribe(boardTopics.dispatch, again),
    database.subscribe(boardTopics.stop, () => void stopRuns().catch(again)),
    database.subscribe(boardTopics.unask, () => void stopAsking().catch(again)),
  ])
  schedule()
  again()
  const idle = async () => {
    do {
      await Promise.all(underWay)
      await lookInTurn()
    } while (underWay.size > 0)
  }
  return {
    look: lookInTurn,
    idle,
    [Symbol.asyncDispose]: async () => {
      closing.abort('the supervisor ends')
      timer?.[Symbol.dispose]()
      for (const subscription of subscriptions) subscription[Symbol.dispose]()
      await idle()
    },
  }
}

function systemFor({ user }: TeamTask) {
  return { role: 'system', name: 'system', user } as const
}
