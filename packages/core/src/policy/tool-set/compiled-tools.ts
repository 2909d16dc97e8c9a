import type { ToolList } from './tool-list.ts'

/** The lists of one scope in one layer. */
export interface ScopeLists {
  readonly allow?: ToolList
  readonly deny?: ToolList
  readonly alsoAllow?: ToolList
}

export interface NamedProfile {
  readonly name: string
  readonly list: ToolList
}

/** The lists of one layer, by scope. */
export interface CompiledTools {
  readonly profile?: NamedProfile
  readonly lists: ScopeLists
  readonly byProvider: ReadonlyMap<string, ScopeLists & { readonly profile?: NamedProfile }>
  readonly agents: ReadonlyMap<string, AgentLists>
}

export interface AgentLists {
  readonly profile?: NamedProfile
  readonly lists: ScopeLists
  readonly byProvider: ReadonlyMap<string, ScopeLists>
}
