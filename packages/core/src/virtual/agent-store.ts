import type { ContextFileName } from './context-file-names.ts'
import type { DocumentStore } from './document-store.ts'

/** `open`: every file of it is each user's own. `predefined`: it is the same for all, but for what it knows of the user. */
export type AgentType = 'open' | 'predefined'

/** An agent that has a row in the store: Drawbridge keeps its workspaces and its files. */
export interface AgentRecord {
  /** The id that calls use: letters, digits, `.`, `_`, `-`; unique. */
  readonly id: string
  readonly type: AgentType
  /** Milliseconds since the Unix epoch. */
  readonly createdMs: number
}

/** The initial files of all users of an agent: texts by path. */
export interface AgentTemplate {
  readonly contextFiles?: Readonly<Partial<Record<ContextFileName, string>>>
  /** `MEMORY.md` and below `memory/`. */
  readonly memory?: Readonly<Record<string, string>>
}

/** Agents and their stored data. Every method queries the store again. */
export interface AgentStore {
  find(id: string): Promise<AgentRecord | undefined>
  /** By id. */
  list(): Promise<readonly AgentRecord[]>
  /** Creates an agent with its files, all or nothing. Resolves to false if one with that id exists. */
  create(agent: AgentRecord, template?: AgentTemplate): Promise<boolean>
  /** Removes the agent with all its data, for all of its users. Resolves to false if it does not exist. */
  remove(id: string): Promise<boolean>
  readonly contextFiles: DocumentStore
  readonly memory: DocumentStore
}
