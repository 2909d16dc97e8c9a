import { errorMessage } from '@drawbridge/core'
import type { Clock } from '@drawbridge/core/base'
import type { Outbox } from '@drawbridge/core/job'
import { takeTurns } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import type { Board } from '../board/board.ts'
import { isSameRun, nameOfTask, type TeamTask } from '../board/task.ts'
import { findTask, listBegun, listExpired } from '../board/task-rows.ts'
import type { Team } from '../team/team.ts'
import { worksFor } from '../team/team-access.ts'
import { findTeam, listTeams } from '../team/team-store.ts'
import { teamTopics } from '../team/team-topics.ts'
import type { TeamsService } from '../teams-service.ts'
import { supervisorRecipient } from './announce-change.ts'
import { type Carriers, createMessageCarrier } from './carry-messages.ts'

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

/** Those who do what a supervisor wants done. */
export interface TeamHands extends Carriers {
  /** Lets a member work on a task that it was given. Resolves when its run has ended. */
  runMember(team: Team, task: TeamTask, signal: AbortSignal): Promise<MemberReport>
}

/** The parts of a supervisor. */
export interface SupervisorParts {
  readonly database: Database
  readonly clock: Clock
  readonly service: Pick<TeamsService, 'board' | 'section'>
  readonly outbox: Pick<Outbox, 'peek' | 'acknowledge' | 'subscribe'>
  readonly hands: TeamHands
  /** Resolves to true for a user in whose name nothing may be done any more. Default: there are none. */
  isOut?(user: string): Promise<boolean>
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

/** Starts a supervisor: it gives out ready tasks, ends leases without a sign of life, and carries messages and questions. */
export async function startSupervisor(parts: SupervisorParts): Promise<Supervisor> {
  const { database, clock, service, outbox, hands } = parts
  const inTurn = takeTurns()
  const runs = new Map<TeamTask, AbortController>()
  const underWay = new Set<Promise<void>>()
  const closing = new AbortController()
  let timer: Disposable | undefined

  const start = (work: () => Promise<void>) => {
    const done = work()
      .catch((error: unknown) => parts.onError(errorMessage(error)))
      .finally(() => underWay.delete(done))
    underWay.add(done)
  }
  const messages = createMessageCarrier({ database, service, outbox, hands, closing: closing.signal, worksNow, start })

  async function look(): Promise<void> {
    if (closing.signal.aborted) return
    for (const expired of await listExpired(database, clock.now())) {
      const team = await findTeam(database, expired.team)
      if (team !== undefined)
        await service.board(database, team).act(systemFor(expired), expired.number, { type: 'expire' })
    }
    await messages.remind()
    await stopRuns()
    for (const team of await listTeams(database)) {
      const free = service.section.concurrency - runs.size
      if (free <= 0) break
      for (const task of await service.board(database, team).dispatch(free, await usersOut(team)))
        start(() => work(team, task))
    }
    await messages.carry()
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
      if (!(await mayGoOn(task))) {
        const reason = `${JSON.stringify(task.assignee)} may not do it any more`
        return void (await board.act(systemFor(task), task.number, { type: 'expire', reason, counts: false }))
      }
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

  /** Ends the runs that may not go on. A run that began later goes on. */
  async function stopRuns(): Promise<void> {
    for (const [task, controller] of runs) {
      if (!(await mayGoOn(task))) controller.abort(`${nameOfTask(task)} was taken back`)
    }
  }

  /** True if the task is still in the hands of this run, its owner still works for the user in the team, and the user is in. */
  async function mayGoOn(task: TeamTask): Promise<boolean> {
    const [team, now] = [await findTeam(database, task.team), await findTask(database, task.team, task.number)]
    if (team === undefined || now === undefined || !isSameRun(task, now)) return false
    return task.assignee !== undefined && worksNow(team, { agent: task.assignee, user: task.user })
  }

  async function worksNow(team: Team, who: Parameters<typeof worksFor>[1]): Promise<boolean> {
    return worksFor(team, who) && (await parts.isOut?.(who.user)) !== true
  }

  /** Returns the users of open tasks of a team for whom nothing is done any more. */
  async function usersOut({ id }: Team): Promise<ReadonlySet<string>> {
    const users = new Set((await listBegun(database, id)).map(({ user }) => user))
    const out = await Promise.all([...users].map(async (user) => ((await parts.isOut?.(user)) === true ? [user] : [])))
    return new Set(out.flat())
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
      messages.tryAgain()
      void lookInTurn().finally(schedule)
    })
  }
  const subscriptions = await Promise.all([
    outbox.subscribe(supervisorRecipient, again),
    database.subscribe(teamTopics.dispatch, again),
    database.subscribe(teamTopics.stop, () => void stopRuns().catch(again)),
    database.subscribe(teamTopics.unask, () => void messages.stopAsking().catch(again)),
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
