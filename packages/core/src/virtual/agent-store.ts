import type { ContextFileName } from './context-file-names.ts'
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

/** What all users of an agent begin with: texts by path. */
export interface AgentTemplate {
  readonly contextFiles?: Readonly<Partial<Record<ContextFileName, string>>>
  /** `MEMORY.md` and below `memory/`. */
  readonly memory?: Readonly<Record<string, string>>
}

/** Agents and what is kept of them. Every method asks the store anew. */
export interface AgentStore {
  find(id: string): Promise<AgentRecord | undefined>
  /** By id. */
  list(): Promise<readonly AgentRecord[]>
  /** With its files, all or nothing. Resolves to false where there is one of that id already. */
  create(agent: AgentRecord, template?: AgentTemplate): Promise<boolean>
  /** With everything that is kept of it, for all of its users. Resolves to false where there is none. */
  remove(id: string): Promise<boolean>
  readonly contextFiles: DocumentStore
  readonly memory: DocumentStore
}
