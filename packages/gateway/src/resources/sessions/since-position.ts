import type { Database } from '@drawbridge/store/database'
import { z } from 'zod'
import { headPosition } from './session-rows.ts'

/** The parameter of lists that can also be read from a position on. */
export const sincePosition = z
  .string()
  .regex(/^\d{1,15}$/)
  .optional()

/** Returns the position of the end of the record: everything up to it is in what is read next. */
export async function positionOf(database: Pick<Database, 'get'>): Promise<string> {
  return String((await database.get(headPosition))?.position ?? 0)
}
