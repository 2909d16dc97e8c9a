import type { InterruptedCall } from '@drawbridge/core'
import type { HomeDatabase } from '../database/home-database.ts'

/** Returns the interrupted calls of a session in order. None if no database has a record. */
export async function interruptedCalls(database: HomeDatabase, session: string): Promise<readonly InterruptedCall[]> {
  const found = await database.find()
  if (found === undefined) return []
  const { listInterrupted, recoverInterrupted } = await import('@drawbridge/store/sessions')
  await recoverInterrupted(found)
  return listInterrupted(found, session)
}
