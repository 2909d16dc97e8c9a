import type { ConfigValue, EntryPath } from '../document/config-syntax.ts'
import type { EntryShape } from './entry-shapes.ts'
import type { interpolations } from './interpolation.ts'

/** The systems whose places differ. */
export type ClientPlatform = 'darwin' | 'linux' | 'win32'

/** Paths with `{home}`, `{config}`, `{appdata}`, `{localappdata}`, `{workspace}` and `{NAME:default}` for a variable; `*` is any one name. */
export type PathTemplates = readonly string[]

/** One file of a client that lists MCP servers. */
export interface ClientFile {
  /** The client's name on the command line. */
  readonly client: string
  readonly title: string
  /** `user`: the person's own; `project`: from a repository, so not trusted; `managed`: the organisation's, never written. */
  readonly scope: 'user' | 'project' | 'managed'
  readonly paths: PathTemplates | Readonly<Record<ClientPlatform, PathTemplates>>
  readonly syntax: 'json' | 'toml' | 'yaml'
  /** The keys above the servers. In `projectsAt` the servers of each project are below such a key again. */
  readonly root: readonly string[]
  /** Claude Code keeps servers of single projects in the person's file: below this key, by folder. */
  readonly projectsAt?: string
  /** True if the servers are a list of entries with a name. */
  readonly isList?: boolean
  readonly shape: EntryShape
  readonly interpolation: keyof typeof interpolations
}

/** One list of servers within a file. */
export interface ServerList {
  readonly path: readonly string[]
  /** The folder of the project whose servers they are. */
  readonly project?: string
}

/** An entry of a list of servers, as it is on disk. */
export interface RawEntry {
  readonly name: string
  readonly path: EntryPath
  readonly value: ConfigValue
  readonly project?: string
}
