import type { Transaction } from '@drawbridge/store/database'
import { noteChange } from './note-change.ts'
import { listExpired, returnStep } from './task-statements.ts'

/** Gives back the steps of a task whose claimants have been silent for longer than their lease. */
export async function returnExpired(transaction: Transaction, task: string, now: number): Promise<void> {
  for (const { step_key: step, claimant_session: session } of await transaction.all(listExpired, task, now)) {
    await transaction.run(returnStep, task, step)
    await noteChange(transaction, { task, step, change: 'expired', session, now })
  }
}
