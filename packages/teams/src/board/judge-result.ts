import { DrawbridgeError } from '@drawbridge/core'
import type { ChildCaller, QualityGate, WorkVerdict } from '@drawbridge/core/agent'
import type { House } from '@drawbridge/room'
import type { Database } from '@drawbridge/store/database'
import type { Team } from '../team/team.ts'
import type { Board } from './board.ts'
import { eventsOfTask } from './board-record.ts'
import { nameOfTask, type TaskEvent, type TaskEventType, type TeamTask } from './task.ts'

/** The means to judge results. */
export interface ResultJudging {
  readonly house: Pick<House, 'service'>
  readonly database: Database
  readonly board: Pick<Board, 'act'>
}

/** The result of a task that is to be judged. */
export interface JudgedResult {
  readonly task: TeamTask
  readonly text: string
  /** The run that hands the result in. */
  readonly caller: ChildCaller
  readonly signal: AbortSignal
}

/**
 * Judges the result of a task by the quality gates of the lead for `task.completed`, and keeps the judgement in the record of the task. The
 * record counts how often each gate sent the work back, so that a restart or another process does not begin again.
 * @returns undefined if no gate judges.
 */
export async function judgeResult(
  { house, database, board }: ResultJudging,
  team: Team,
  { task, text, caller, signal }: JudgedResult,
): Promise<WorkVerdict | undefined> {
  const gates = await gatesOf(house, team)
  if (gates.length === 0) return undefined
  const delegations = await house.service('delegations')
  if (delegations === undefined) {
    throw new DrawbridgeError(
      'invalid_option',
      `The agent "${team.lead}" has quality gates, and no room judges by them. Add the room of \`@drawbridge/delegation\`.`,
    )
  }
  const verdict = await delegations.judge(caller, {
    ...{ gates, text, signal, source: team.lead, target: task.assignee ?? caller.principal.agent ?? team.lead },
    task: `${nameOfTask(task)}\n${task.description}`,
    sentBack: sentBackOf(await eventsOfTask(database, task.id)),
  })
  if (verdict === undefined) return undefined
  const { isPassed, feedback, back } = verdict
  const system = { role: 'system', name: 'system', user: task.user } as const
  await board.act(system, task.number, { type: 'judge', isPassed, gate: back?.gate, feedback })
  return verdict
}

async function gatesOf(house: Pick<House, 'service'>, { lead }: Team): Promise<readonly QualityGate[]> {
  const profiles = (await house.service('agentRunner'))?.profiles ?? {}
  const { qualityGates = [] } = Object.hasOwn(profiles, lead) ? (profiles[lead] ?? {}) : {}
  return qualityGates.filter(({ event }) => event === 'task.completed')
}

/** After these events, gates may send the work back as often as at first: somebody decided about the task. */
const beginnings: ReadonlySet<TaskEventType> = new Set(['created', 'assigned', 'rejected', 'retried'])

/** Returns how often each gate sent the work back since somebody last decided about the task. Pure. */
export function sentBackOf(events: readonly Pick<TaskEvent, 'type' | 'data'>[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { type, data } of events) {
    if (beginnings.has(type)) counts.clear()
    if (type === 'judged' && typeof data.gate === 'string') counts.set(data.gate, (counts.get(data.gate) ?? 0) + 1)
  }
  return Object.fromEntries(counts)
}

/** Returns what the gates said of the last result, if it did not pass and nobody decided about the task since. Pure. */
export function lastFeedback(events: readonly Pick<TaskEvent, 'type' | 'data'>[]): string | undefined {
  const last = events.findLast(({ type }) => type === 'judged' || beginnings.has(type))
  const said = last?.data.feedback
  return last?.type === 'judged' && typeof said === 'string' ? said : undefined
}
