import type { Approver, Hooks, Mode, RunSettings, ToolDefinition, ToolSource } from '@drawbridge/core'
import type { GrantStore } from '@drawbridge/core/approval'
import type { Clock, IdSource } from '@drawbridge/core/base'
import type { LimitSettings } from '@drawbridge/core/limits'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { Room } from '@drawbridge/room'
import type { SandboxBackend, UnapprovedSetting } from '@drawbridge/sandbox'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import type { CredentialedProgram } from '@drawbridge/tools'
import type { DrawbridgeConfig } from './config/sections.ts'
import type { ScrubOptions } from './scrub/scrub-options.ts'
import type { AgentOptions } from './virtual/agent-options.ts'
import type { VirtualReader } from './virtual/virtual-reader.ts'
import type { WebOptions } from './web/web-options.ts'

/** The parts of the wired Drawbridge that an approver may need. */
export interface ApproverTools {
  /**
   * Knows the registered secrets: use it for anything an approver shows in addition to the request, which is scrubbed
   * already.
   */
  readonly scrubber: Scrubber
  /** Reads the current content of an agent's virtual files, which are not on disk. */
  readonly readVirtual: VirtualReader
}

/** The options of a Drawbridge. All have defaults that work on the current folder. */
export interface DrawbridgeOptions {
  /** The folder that tools work in. Default: the current one; `/` and the user's home are refused. */
  readonly workspace?: string
  /**
   * The agent of the sessions. Without `workspace` a stored agent (`drawbridge agents create`): sessions work in its
   * own folder, with its context files and memory. With `workspace` it only selects lists and rules.
   */
  readonly agent?: string
  /** The user that the agent works for. Default for a stored agent: `local`. */
  readonly user?: string
  /**
   * Accepts an `agent` that neither the configuration nor the store knows, for use as a name in the record only.
   * Default false, since a misspelled agent would silently have no lists and rules.
   */
  readonly allowUnknownAgents?: boolean
  /** How agents are kept. */
  readonly agents?: AgentOptions
  /** The folder for sessions, artifacts and backups. Default: `DRAWBRIDGE_HOME`, else `~/.drawbridge`. */
  readonly home?: string
  /**
   * The operator's configuration: a file, or the configuration itself. Default: `drawbridge.jsonc` in the home, where there is one.
   * `false` reads no file at all, not even the project's.
   */
  readonly config?: string | DrawbridgeConfig | false
  /** The mode of sessions that set none. Default: the configuration's. `bypass` needs the operator's leave there. */
  readonly mode?: Mode
  /** Your own tools, in addition to the built-in ones. */
  readonly tools?: readonly ToolDefinition[]
  /** Whole capabilities, in addition to Drawbridge's own and those that the operator's file names. */
  readonly rooms?: readonly Room[]
  /** Further sources of tools. Disposed with the Drawbridge. */
  readonly sources?: readonly ToolSource[]
  /** True (default) if the built-in tools are offered. */
  readonly builtInTools?: boolean
  /** Programs that `runtime.credentialed_exec` runs with credentials from the environment. Default: none. */
  readonly credentialed?: readonly CredentialedProgram[]
  /** How the web tools reach the web. */
  readonly web?: WebOptions
  /** The approvers. None by default: calls that ask are then denied. */
  readonly approvers?: readonly Approver[] | ((tools: ApproverTools) => readonly Approver[])
  /**
   * `desk`: questions are also stored in the database of the home, where `drawbridge approvals` answers them from
   * another process. They outlive this process: a later answer counts when the same call is made again. Default: no one
   * else is asked.
   */
  readonly approvals?: 'desk'
  readonly hooks?: Partial<Hooks>
  /**
   * The store for `allow_always`. Default: the database of the home if the operator has a section `store`; otherwise
   * the answer is not offered.
   */
  readonly grantStore?: GrantStore
  /** Further folders that tools may read, or read and write. Absolute. */
  readonly readRoots?: readonly string[]
  readonly writeRoots?: readonly string[]
  /** `anywhere` (default): reads outside are left to the policy. `workspace`: they are denied. */
  readonly readScope?: 'workspace' | 'anywhere'
  /**
   * The sandbox for commands and file tools. Replaces the operator's file setting, and a project's file may still
   * narrow it; `false`: on this machine, regardless of files.
   */
  readonly sandbox?: SandboxSection | false
  /**
   * The way that unapproved read-only commands run: contained if necessary (`contained`), only those that need no
   * containment (`core`), or none (`off`). Default: the operator's file, else `contained`. A project's file may be
   * stricter.
   */
  readonly unapproved?: UnapprovedSetting
  /**
   * Opens even if a required sandbox is unavailable (for doctor and explain). Calls that need it are still refused.
   * Default false.
   */
  readonly inspectOnly?: boolean
  /** In place of the backend that is configured. Not disposed of. */
  readonly sandboxBackend?: SandboxBackend
  /** Backups kept of each file that is overwritten or deleted. Default 10; 0 keeps none. */
  readonly backupsPerFile?: number
  /**
   * The place of session records. Default `database`: that of the home. `files`: as JSON Lines in the home, unless the
   * operator's section `store` says otherwise; the next process that opens the database imports them. `off`: nowhere.
   */
  readonly record?: 'database' | 'files' | 'off'
  readonly settings?: Partial<RunSettings>
  /** Limits on the calls of a model. Default: the configuration's limits, else `defaultLimitSettings`. */
  readonly limits?: Partial<LimitSettings>
  /**
   * When limits apply. `always` is the default. `configured`: only if `limits` or the configuration sets some, for calls that a person
   * makes. `off`: never.
   */
  readonly limiting?: 'always' | 'configured' | 'off'
  /**
   * True if limits are counted in the database of the home, together with all processes that do so. Default:
   * `limits.shared` of the configuration, else true if that database is PostgreSQL.
   */
  readonly sharedLimits?: boolean
  /** Values that must never leave, in addition to those that the built-in rules find. */
  readonly secrets?: readonly string[]
  /** Further content to remove. */
  readonly scrub?: ScrubOptions
  readonly clock?: Clock
  readonly ids?: IdSource
}
