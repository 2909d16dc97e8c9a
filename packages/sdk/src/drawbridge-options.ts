import type { Approver, Hooks, Mode, RunSettings, ToolDefinition, ToolSource } from '@drawbridge/core'
import type { GrantStore } from '@drawbridge/core/approval'
import type { Clock, IdSource } from '@drawbridge/core/base'
import type { TelemetrySection } from '@drawbridge/core/configuration'
import type { DialectName } from '@drawbridge/core/dialect'
import type { LimitSettings } from '@drawbridge/core/limits'
import type { Questioner } from '@drawbridge/core/question'
import type { Dialect } from '@drawbridge/core/registry'
import type { Scrubber } from '@drawbridge/core/scrub'
import type { Room } from '@drawbridge/room'
import type { SandboxBackend, UnapprovedSetting } from '@drawbridge/sandbox'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import type { CredentialedProgram } from '@drawbridge/tools'
import type { ConfigOptions } from './config/config-source.ts'
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

/** The tools of a Drawbridge. */
export interface ToolOptions {
  /** Your own tools, in addition to the built-in ones. */
  readonly own?: readonly ToolDefinition[]
  /** Further sources of tools. Disposed with the Drawbridge. */
  readonly sources?: readonly ToolSource[]
  /** True (default) if the built-in tools are offered. */
  readonly builtIn?: boolean
  /** Programs that `runtime.credentialed_exec` runs with credentials from the environment. Default: none. */
  readonly credentialed?: readonly CredentialedProgram[]
  /** The access of the web tools to the web. */
  readonly web?: WebOptions
  /** The number of backups kept of each file that a tool overwrites or deletes. Default 10; 0 keeps none. */
  readonly backupsPerFile?: number
}

/** The permissions of calls, and the approvers that are asked. */
export interface AuthorityOptions {
  /** The mode of sessions that set none. Default: the configuration's. `bypass` requires the operator's permission there. */
  readonly mode?: Mode
  /** The approvers. None by default: calls that ask are then denied. */
  readonly approvers?: readonly Approver[]
  /** Creates further approvers from the tools that an approver at a terminal or on a page needs. */
  readonly createApprovers?: (tools: ApproverTools) => readonly Approver[]
  /** Carry the questions of `ask.user` to a person. None by default: the tool is then not offered. */
  readonly questioners?: readonly Questioner[]
  /**
   * True if approvals and questions are also stored in the database of the home, so that `drawbridge approvals` and
   * `drawbridge questions` can answer them from another process. They outlive this process: a later answer counts if
   * the same call is made again. Default false.
   */
  readonly desk?: boolean
  readonly hooks?: Partial<Hooks>
  /**
   * The store for `allow_always`. Default: the database of the home if the operator has a section `store`; otherwise
   * the answer is not offered.
   */
  readonly grantStore?: GrantStore
  /** Limits on the calls of a model. Default: the configuration's limits, else `defaultLimitSettings`. */
  readonly limits?: Partial<LimitSettings>
  /**
   * The cases in which limits apply. `always` is the default. `configured`: only if `limits` or the configuration sets some; for
   * calls that a person makes. `off`: never.
   */
  readonly limiting?: 'always' | 'configured' | 'off'
  /**
   * True if limits are counted in the database of the home, together with all processes that do so. Default:
   * `limits.shared` of the configuration, else true if that database is PostgreSQL.
   */
  readonly sharedLimits?: boolean
  /** Further folders that tools may read, or read and write. Absolute. */
  readonly readRoots?: readonly string[]
  readonly writeRoots?: readonly string[]
  /** `anywhere` (default): reads outside are left to the policy. `workspace`: they are denied. */
  readonly readScope?: 'workspace' | 'anywhere'
}

/** The sandboxes in which calls run. */
export interface SandboxOptions {
  /** Replaces the section `sandbox` of the operator's file. A project's file may still narrow it. */
  readonly section?: SandboxSection
  /** False: calls run on this machine, regardless of `section` and files. Default true. */
  readonly enabled?: boolean
  /** In place of the backend that is configured. Not disposed of. */
  readonly backend?: SandboxBackend
  /**
   * Opens even if a required sandbox is unavailable (for doctor and explain). Calls that need it are still refused.
   * Default false.
   */
  readonly inspectOnly?: boolean
  /**
   * The way that unapproved read-only commands run: contained if necessary (`contained`), only those that need no
   * containment (`core`), or none (`off`). Default: the operator's file, else `contained`. A project's file may be
   * stricter.
   */
  readonly unapproved?: UnapprovedSetting
}

/** The options of a Drawbridge, in a few groups. All have defaults that work on the current folder. */
export interface DrawbridgeOptions extends ConfigOptions {
  /** The folder that tools work in. Default: the current one; `/` and the user's home are refused. */
  readonly workspace?: string
  /** The folder for sessions, artifacts and backups. Default: `DRAWBRIDGE_HOME`, else `~/.drawbridge`. */
  readonly home?: string
  /**
   * The agent of the sessions. Without `workspace` a stored agent (`drawbridge agents create`): sessions work in its
   * own folder, with its context files and memory. With `workspace` it only selects lists and rules.
   */
  readonly agent?: string
  /** The user that the agent works for. Default for a stored agent: `local`. */
  readonly user?: string
  /** The storage of agents. */
  readonly agents?: AgentOptions
  /** Whole capabilities, in addition to Drawbridge's own and those that the operator's file names. */
  readonly rooms?: readonly Room[]
  /**
   * The dialect of sessions that name none. `auto`: the one that the model of the session was trained on, by the id after the last
   * `/` of `scope.provider`; `safe` without one. Default: `tools.dialect` of the configuration, else `safe`.
   */
  readonly dialect?: DialectName | 'auto' | Dialect
  /** The dialect if neither `dialect` nor the configuration names one. Default: `safe`. */
  readonly fallbackDialect?: DialectName | 'auto'
  readonly tools?: ToolOptions
  readonly authority?: AuthorityOptions
  /**
   * The place of session records. Default `database`: that of the home. `files`: as JSON Lines in the home, unless the
   * operator's section `store` says otherwise; the next process that opens the database imports them. `off`: nowhere.
   */
  readonly record?: 'database' | 'files' | 'off'
  readonly sandbox?: SandboxOptions
  /** Content to remove from all output. */
  readonly scrub?: ScrubOptions
  /** Traces and metrics of calls. What it leaves out, the section `telemetry` of the operator's file says. */
  readonly telemetry?: TelemetrySection
  /** The settings of runs: time limits, loops, output. */
  readonly settings?: Partial<RunSettings>
  readonly clock?: Clock
  readonly ids?: IdSource
}
