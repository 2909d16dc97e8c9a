import type { Clock } from '@drawbridge/core/base'
import type { Connection, Database } from '@drawbridge/store/database'
import type { Claimant, Step, StepStatus } from '../graph/task.ts'
import { noteChange } from './note-change.ts'
import { readStep } from './read-rows.ts'
import { returnExpired } from './return-expired.ts'
import {
  claimReady,
  dependenciesOf,
  findStepRow,
  listDependants,
  meetNeed,
  renewSession,
  returnOfSession,
  type StepRow,
  shareTask,
  takeOwn,
  updateOwn,
} from './task-statements.ts'
import { timeOf } from './time-of.ts'

/** The means of those who claim. */
export interface ClaimDesk {
  readonly database: Database
  readonly clock: Clock
  /** The time without a sign of life after which a claimed step is given back. Milliseconds. */
  readonly leaseMs: number
}

/** The end of an attempt to claim. */
export type ClaimResult =
  | { readonly status: 'claimed'; readonly step: Step; readonly isNew: boolean }
  /** `ended`: the task is no longer open. `unknown`: there is no such step. `none`: nothing can be claimed now. */
  | { readonly status: 'ended' | 'unknown' | 'none' }

/**
 * Claims a step: the named one, or the first ready one. Of many who claim at once, in any process, each step goes to one. A child that holds
 * a step of the task gets that one again, so that it holds one at a time.
 */
export async function claimStep(
  { database, clock, leaseMs }: ClaimDesk,
  {
    task,
    step = '',
    claimant,
  }: { readonly task: string; readonly step?: string | undefined; readonly claimant: Claimant },
): Promise<ClaimResult> {
  return database.transaction(async (transaction) => {
    const status = (await transaction.get(shareTask, task))?.status
    if (status !== 'open') return { status: 'ended' }
    if (step !== '' && (await transaction.get(findStepRow, task, step)) === undefined) return { status: 'unknown' }
    const now = await timeOf(transaction, clock)
    const who = [claimant.session, claimant.run, claimant.isChild ? 1 : 0] as const
    const held =
      claimant.isChild || step !== ''
        ? await transaction.get(takeOwn, task, claimant.isChild ? '' : step, ...who, now + leaseMs)
        : undefined
    if (held !== undefined) return { status: 'claimed', step: await stepOf(transaction, held), isNew: false }
    await returnExpired(transaction, task, now)
    const row = await transaction.get(claimReady, task, step, ...who, now + leaseMs, now)
    if (row === undefined) return { status: 'none' }
    await noteChange(transaction, { task, step: row.step_key, change: 'claimed', session: claimant.session, now })
    return { status: 'claimed', step: await stepOf(transaction, row), isNew: true }
  })
}

/** A report of a claimant on its step. */
export interface StepUpdate {
  readonly task: string
  readonly step: string
  readonly claimant: Claimant
  /** `in_progress` is a sign of life, `pending` gives the step back. */
  readonly status: Exclude<StepStatus, 'cancelled'>
  readonly note?: string | undefined
  readonly result?: string | undefined
}

/** Changes a step that the claimant holds. Resolves to undefined if it does not hold it, or no longer. */
export async function updateStep(
  { database, clock, leaseMs }: ClaimDesk,
  { task, step, claimant, status, note, result }: StepUpdate,
): Promise<Step | undefined> {
  return database.transaction(async (transaction) => {
    await transaction.get(shareTask, task)
    const now = await timeOf(transaction, clock)
    const who = [claimant.session, claimant.run, claimant.isChild ? 1 : 0] as const
    const isOver = status === 'completed' || status === 'failed'
    const row = await transaction.get(
      updateOwn,
      task,
      step,
      ...who,
      status,
      note ?? null,
      result ?? null,
      status === 'in_progress' ? now + leaseMs : null,
      isOver ? now : null,
    )
    if (row === undefined) return undefined
    // In one order, so that two who complete steps at once do not wait for each other in a circle.
    const freed = status === 'completed' ? await transaction.all(listDependants, task, step) : []
    for (const { step_key: dependant } of freed) await transaction.run(meetNeed, task, dependant)
    const change = status === 'pending' ? 'returned' : status === 'in_progress' ? 'progressed' : status
    await noteChange(transaction, { task, step, change, session: claimant.session, note, now })
    return stepOf(transaction, row)
  })
}

/** Prolongs the claims of a session. Resolves to the number of steps that it holds. */
export async function renewClaims({ database, clock, leaseMs }: ClaimDesk, session: string): Promise<number> {
  return database.run(renewSession, session, (await timeOf(database, clock)) + leaseMs)
}

/** Gives back all steps that a session holds. Resolves to their keys. */
export async function returnClaims(
  { database, clock }: ClaimDesk,
  session: string,
  note: string,
): Promise<readonly string[]> {
  return database.transaction(async (transaction) => {
    const now = await timeOf(transaction, clock)
    const rows = await transaction.all(returnOfSession, session, note)
    for (const { task, step_key: step } of rows)
      await noteChange(transaction, { task, step, change: 'returned', session, note, now })
    return rows.map(({ step_key: key }) => key)
  })
}

async function stepOf(connection: Connection, row: StepRow): Promise<Step> {
  const needs = await connection.all(dependenciesOf, row.task, row.step_key)
  return readStep(row, {
    dependsOn: needs.map(({ needs: need }) => need),
    state: row.status === 'pending' ? 'ready' : row.status,
  })
}
