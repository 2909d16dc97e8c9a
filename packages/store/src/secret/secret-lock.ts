import type { Connection, Transaction } from '../database/database.ts'
import { statement } from '../database/statement.ts'

const countUp = statement('update secret_state set revision = revision + 1 where id = 1')
const readRevision = statement<[], { revision: number }>('select revision from secret_state where id = 1')

/** The topic under which changes of secrets and programs are published; the key is the name. */
export const secretTopic = 'secret'

/**
 * Makes others who change secrets or programs wait until the end of the transaction. Without it, a row could be encrypted with a
 * key that a rotation is about to drop.
 */
export async function lockSecrets(transaction: Transaction): Promise<void> {
  await transaction.run(countUp)
}

/** Grows with each change of a secret or a program. */
export async function secretRevision(connection: Connection): Promise<number> {
  return (await connection.get(readRevision))?.revision ?? 0
}
