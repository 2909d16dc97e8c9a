import type { AgentRecord, AgentStore } from './agent-store.ts'
import { documentRow } from './document-row.ts'
import type { DocumentOwner, DocumentStore, StoredDocument } from './document-store.ts'

/** A store that lasts as long as its process. */
export function createMemoryAgentStore(): AgentStore {
  const agents = new Map<string, AgentRecord>()
  const contextFiles = createDocuments()
  const memory = createDocuments()
  return {
    contextFiles,
    memory,
    find: async (id) => agents.get(id),
    list: async () => [...agents.values()].sort((left, right) => (left.id < right.id ? -1 : 1)),
    create: async (agent, { contextFiles: files = {}, memory: documents = {} } = {}) => {
      if (agents.has(agent.id)) return false
      agents.set(agent.id, agent)
      const owner = { agent: agent.id }
      const common = { expected: undefined, modifiedMs: agent.createdMs, trust: 'trusted' as const }
      for (const [path, text] of Object.entries(files)) await contextFiles.save(owner, { ...common, path, text })
      for (const [path, text] of Object.entries(documents)) await memory.save(owner, { ...common, path, text })
      return true
    },
    remove: async (id) => {
      contextFiles.clear(id)
      memory.clear(id)
      return agents.delete(id)
    },
  }
}

interface MemoryDocuments extends DocumentStore {
  clear(agent: string): void
}

function createDocuments(): MemoryDocuments {
  const rows = new Map<string, { readonly owner: DocumentOwner; readonly row: StoredDocument }>()
  const keyOf = ({ agent, user }: DocumentOwner, path: string) => JSON.stringify([agent, user ?? null, path])
  const rowsOf = ({ agent, user }: DocumentOwner) =>
    [...rows.values()]
      .filter(({ owner }) => owner.agent === agent && owner.user === user)
      .map(({ row }) => row)
      .sort((left, right) => (left.path < right.path ? -1 : 1))
  return {
    list: async (owner) => rowsOf(owner),
    readAll: async (owner) => rowsOf(owner),
    find: async (owner, path) => rows.get(keyOf(owner, path))?.row,
    save: async (owner, change) => {
      const key = keyOf(owner, change.path)
      if (rows.get(key)?.row.hash !== change.expected) return false
      rows.set(key, { owner, row: documentRow(change) })
      return true
    },
    remove: async (owner, path, expected) => {
      const key = keyOf(owner, path)
      return rows.get(key)?.row.hash === expected && rows.delete(key)
    },
    clear: (agent) => {
      for (const [key, { owner }] of rows) if (owner.agent === agent) rows.delete(key)
    },
  }
}
