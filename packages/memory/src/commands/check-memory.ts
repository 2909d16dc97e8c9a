import type { Finding, HouseGround } from '@drawbridge/room'
import { statement } from '@drawbridge/store/database'
import { mostKept } from '../vectors/kept-vectors.ts'
import { vectorVersion } from '../vectors/vector-extension.ts'

const findLargest = statement<[], { chunks: number; bytes: number | null }>({
  sqlite: largest('max(length(vector))'),
  postgres: largest('max(length(vector))::bigint'),
})

function largest(length: string): string {
  return `select coalesce(max(chunks), 0) as chunks, (select ${length} from memory_vectors) as bytes from memory_partitions`
}

/** Says if one agent and user has so many vectors that each search reads them again. */
export async function checkMemory({ database: home }: Pick<HouseGround, 'database'>): Promise<Finding> {
  const database = (await home.options()) === undefined ? undefined : await home.find()
  if (database === undefined) return { status: 'ok', message: 'Nothing is remembered.' }
  const { chunks = 0, bytes } = (await database.get(findLargest)) ?? {}
  const version = await vectorVersion(database)
  const how = version === undefined ? 'this process' : `pgvector ${version} and this process`
  const message = `The largest part of the memory has ${chunks} chunks. Vectors are compared by ${how}.`
  if (version !== undefined || chunks * (bytes ?? 0) <= mostKept) return { status: 'ok', message }
  return {
    status: 'warn',
    message: `${message} That needs more than ${mostKept / 1024 / 1024} MiB, so each search reads them again.`,
    advice: 'Use PostgreSQL with pgvector 0.8 or newer, a model with shorter vectors, or "memory.meaningWeight": 0.',
  }
}
