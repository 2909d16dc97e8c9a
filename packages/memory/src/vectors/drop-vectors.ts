import { statement, type Transaction } from '@drawbridge/store/database'
import { withTexts } from '../index/given-texts.ts'

const unused = (table: string, isGiven: string) => `delete from ${table} where text_hash ${isGiven}
  and (select 1 from memory_chunks c where c.partition = $1 and c.text_hash = ${table}.text_hash limit 1) is null`
const dropVectors = statement<[partition: number, hashes: string]>(
  withTexts('$2', (isGiven) => unused('memory_vectors', isGiven)),
)
/** The copy for pgvector is only there if it was ever wanted. */
const findCopy = statement<[], { found: number }>({
  sqlite: 'select 1 as found where 0 = 1',
  postgres: "select 1 as found where to_regclass('memory_meanings') is not null",
})
const dropCopies = statement<[partition: number, hashes: string]>(
  withTexts('$2', (isGiven) => unused('memory_meanings', isGiven)),
)

/** Drops the vectors of texts that a partition no longer has: a vector tells much of its text. */
export async function dropUnusedVectors(
  transaction: Transaction,
  partition: number,
  hashes: ReadonlySet<string>,
): Promise<void> {
  if (hashes.size === 0) return
  const listed = JSON.stringify([...hashes])
  await transaction.run(dropVectors, partition, listed)
  if ((await transaction.get(findCopy)) !== undefined) await transaction.run(dropCopies, partition, listed)
}
