import type { HomeDatabase } from '../database/home-database.ts'

/** A call that had started when its process died: whether it did its work is not known. */
export interface InterruptedCall {
  readonly toolCallId: string
  readonly run: string
  readonly tool: string
  /** As it was started, scrubbed. */
  readonly input: unknown
  /** When it was found, in milliseconds since the Unix epoch. */
  readonly time: number
}

/** The interrupted calls of a session in their order. None where nothing is recorded in a database. */
export async function interruptedCalls(database: HomeDatabase, session: string): Promise<readonly InterruptedCall[]> {
  const found = await database.find()
  if (found === undefined) return []
  const { listInterrupted, recoverInterrupted } = await import('@drawbridge/store/sessions')
  await recoverInterrupted(found)
  return listInterrupted(found, session)
}
