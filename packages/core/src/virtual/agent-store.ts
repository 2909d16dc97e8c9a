import type { DocumentStore } from './document-store.ts'

/** `open`: every file of it is each user's own. `predefined`: it is the same for all, but for what it knows of the user. */
export type AgentType = 'open' | 'predefined'

/** An agent that has a row in the store: Drawbridge keeps its workspaces and its files. */
export interface AgentRecord {
  /** What calls name it by: letters, digits, `.`, `_`, `-`; unique. */
  readonly id: string
  readonly type: AgentType
  /** Milliseconds since the Unix epoch. */
  readonly createdMs: number
}

/** Agents and what is kept of them. Every method asks the store anew. */
export interface AgentStore {
  find(id: string): Promise<AgentRecord | undefined>
  /** By id. */
  list(): Promise<readonly AgentRecord[]>
  /** With its files, all or nothing. Resolves to false where there is one of that id already. */
  create(agent: AgentRecord, template: Readonly<Record<string, string>>): Promise<boolean>
  /** With everything that is kept of it, for all of its users. Resolves to false where there is none. */
  remove(id: string): Promise<boolean>
  readonly contextFiles: DocumentStore
  readonly memory: DocumentStore
}
