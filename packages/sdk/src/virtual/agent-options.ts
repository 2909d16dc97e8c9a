import type {
  AgentStore,
  DocumentLimits,
  GeneratedFilesOptions,
  Interceptor,
  MemoryChange,
} from '@drawbridge/core/virtual'

/** The storage of agents that have a row in the store. */
export interface AgentOptions {
  /**
   * Accepts an `agent` that neither the configuration nor the store knows, for use as a name in the record only.
   * Default false, since a misspelled agent would silently have no lists and rules.
   */
  readonly allowUnknown?: boolean
  /** Default: the database of the home, as the environment and the section `store` name it. */
  readonly store?: AgentStore
  /** The limits of one file, and of all files of one agent and user. Default: 1 MiB, 1,000 files, 64 MiB. */
  readonly limits?: DocumentLimits
  /** Generate `TEAM.md` and `DELEGATION.md` on every read, for one agent. Default: these files do not exist. */
  readonly generators?: (agent: string) => GeneratedFilesOptions['generators']
  /** Further virtual files, after the built-in ones: if two have the same name at the root, the first is used. */
  readonly interceptors?: (caller: { readonly agent: string; readonly user: string }) => readonly Interceptor[]
  /** Called after each change of a `.md` file of the memory. */
  readonly onMemoryChange?: (change: MemoryChange) => void | Promise<void>
}
