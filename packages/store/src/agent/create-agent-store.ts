import { type AgentRecord, type AgentStore, type DocumentStore, documentRow } from '@drawbridge/core/virtual'
import type { Connection, Database } from '../database/database.ts'
import { statement } from '../database/statement.ts'
import { createDocumentRepository } from './create-document-repository.ts'
import { documentStatements } from './document-statements.ts'

interface AgentRow {
  readonly id: string
  readonly type: AgentRecord['type']
  readonly created_at: number
}

const findAgent = statement<[id: string], AgentRow>('select id, type, created_at from agents where id = $1')
const listAgents = statement<[], AgentRow>('select id, type, created_at from agents')
const insertAgent = statement<[id: string, type: string, createdAt: number]>(
  'insert into agents (id, type, created_at) values ($1, $2, $3) on conflict do nothing',
)
const removeAgent = statement<[id: string]>('delete from agents where id = $1')
const removeDocuments = ['agent_context_files', 'user_context_files', 'memory_documents'].map((table) =>
  statement<[agent: string]>(`delete from ${table} where agent_id = $1`),
)

const agentFiles = documentStatements({ table: 'agent_context_files', path: 'file_name', owner: ['agent_id'] })
const userFiles = documentStatements({
  table: 'user_context_files',
  path: 'file_name',
  owner: ['agent_id', 'user_id'],
})
const sharedMemory = documentStatements({
  table: 'memory_documents',
  path: 'path',
  owner: ['agent_id'],
  condition: 'user_id is null',
})
const userMemory = documentStatements({ table: 'memory_documents', path: 'path', owner: ['agent_id', 'user_id'] })

/** Agents and what is kept of them, in either database. Nothing is remembered between calls. */
export function createAgentStore(database: Database): AgentStore {
  return {
    find: async (id) => {
      const row = await database.get(findAgent, id)
      return row === undefined ? undefined : readAgent(row)
    },
    list: async () =>
      (await database.all(listAgents)).map(readAgent).sort((left, right) => (left.id < right.id ? -1 : 1)),
    create: ({ id, type, createdMs }, { contextFiles = {}, memory = {} } = {}) =>
      database.transaction(async (transaction) => {
        if ((await transaction.run(insertAgent, id, type, createdMs)) === 0) return false
        for (const [{ insert }, texts] of [
          [agentFiles, contextFiles],
          [sharedMemory, memory],
        ] as const) {
          for (const [path, text] of Object.entries(texts)) {
            const { hash, bytes, modifiedMs, trust } = documentRow({
              path,
              text,
              modifiedMs: createdMs,
              trust: 'trusted',
            })
            await transaction.run(insert, id, path, text, hash, bytes, modifiedMs, trust)
          }
        }
        return true
      }),
    remove: (id) =>
      database.transaction(async (transaction) => {
        for (const remove of removeDocuments) await transaction.run(remove, id)
        return (await transaction.run(removeAgent, id)) > 0
      }),
    contextFiles: createDocumentRepository(database, { own: userFiles, shared: agentFiles }),
    memory: createMemoryDocuments(database),
  }
}

/** The documents that agents remember, also within a transaction. */
export function createMemoryDocuments(connection: Connection): DocumentStore {
  return createDocumentRepository(connection, { own: userMemory, shared: sharedMemory })
}

function readAgent({ id, type, created_at: createdMs }: AgentRow): AgentRecord {
  return { id, type, createdMs }
}
