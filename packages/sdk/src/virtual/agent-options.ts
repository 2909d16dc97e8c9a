import type {
  AgentStore,
  DocumentLimits,
  GeneratedFilesOptions,
  Interceptor,
  MemoryChange,
} from '@drawbridge/core/virtual'

/** How agents are kept that have a row in the store. */
export interface AgentOptions {
  /** Default: the database of the home, as the environment and the section `store` name it. */
  readonly store?: AgentStore
  /** Of one file, and of all files of one agent and user. Default: 1 MiB, 1,000 files, 64 MiB. */
  readonly limits?: DocumentLimits
  /** Make `TEAM.md` and `DELEGATION.md` whenever they are read, for one agent. Default: there are none. */
  readonly generators?: (agent: string) => GeneratedFilesOptions['generators']
  /** What else is virtual, behind the built-in ones: where two have a name at the root, the first has it. */
  readonly interceptors?: (caller: { readonly agent: string; readonly user: string }) => readonly Interceptor[]
  /** Called after each change of a `.md` file of the memory. */
  readonly onMemoryChange?: (change: MemoryChange) => void | Promise<void>
}
