import { type Database, statement } from '@drawbridge/store/database'

/** A text that was forgotten while its vector was made gets none. */
const isKept = (partition: string, hash: string) =>
  `exists (select 1 from memory_chunks c where c.partition = ${partition} and c.text_hash = ${hash})`
const replaced = 'on conflict (model, text_hash) do update set vector = excluded.vector'
const addVector = statement<[model: string, partition: number, hash: string, vector: Uint8Array]>(
  `insert into memory_vectors (model, text_hash, vector) select $1, $3, $4 where ${isKept('$2', '$3')} ${replaced}`,
)
const addVectorsAtOnce = statement<[model: string, partition: number, vectors: string]>(
  `insert into memory_vectors (model, text_hash, vector)
    select $1, hash, decode(vector, 'base64') from json_to_recordset($3::json) as given (hash text, vector text)
    where ${isKept('$2', 'hash')} ${replaced}`,
)

/** Keeps the vectors of texts that a partition still has, each text once: with one round trip, where the database is elsewhere. */
export async function addVectors(
  database: Database,
  { model, partition }: { readonly model: string; readonly partition: number },
  vectors: readonly { readonly hash: string; readonly vector: Int8Array }[],
): Promise<void> {
  const distinct = [...new Map(vectors.map((each) => [each.hash, each.vector]))]
  if (database.kind === 'postgres') {
    const rows = distinct.map(([hash, vector]) => ({ hash, vector: Buffer.from(vector.buffer).toString('base64') }))
    await database.run(addVectorsAtOnce, model, partition, JSON.stringify(rows))
    return
  }
  await database.transaction(async (transaction) => {
    for (const [hash, vector] of distinct)
      await transaction.run(addVector, model, partition, hash, new Uint8Array(vector.buffer))
  })
}
