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

/** What an approver may need that only the wired Drawbridge has. */
export interface ApproverTools {
  /** Knows the registered secrets: for what an approver shows beside the request, which is scrubbed already. */
  readonly scrubber: Scrubber
  /** What the files that Drawbridge keeps for an agent hold now: they are not on the disk. */
  readonly readVirtual: VirtualReader
}

/** What a Drawbridge is made of. Everything has a default that works on the current folder. */
export interface DrawbridgeOptions {
  /** The folder that tools work in. Default: the current one; `/` and the user's home are refused. */
  readonly workspace?: string
  /**
   * Whose sessions these are. Without `workspace` an agent that Drawbridge keeps (`drawbridge agents create`): they work in its own
   * folder, where its context files and memory lie as well. With one it only decides on lists and rules.
   */
  readonly agent?: string
  /** Whom the agent works for. Default of a kept agent: `local`. */
  readonly user?: string
  /**
   * Takes an `agent` that neither the configuration nor the store knows: where it is a name for the record and no more. Default false,
   * since the lists and rules of a misspelled agent are nobody's.
   */
  readonly allowUnknownAgents?: boolean
  /** How agents are kept. */
  readonly agents?: AgentOptions
  /** Where sessions, artifacts and backups are kept. Default: `DRAWBRIDGE_HOME`, else `~/.drawbridge`. */
  readonly home?: string
  /**
   * The operator's configuration: a file, or the configuration itself. Default: `drawbridge.jsonc` in the home, where there is one.
   * `false` reads no file at all, not even the project's.
   */
  readonly config?: string | DrawbridgeConfig | false
  /** The mode of sessions that set none. Default: the configuration's. `bypass` needs the operator's leave there. */
  readonly mode?: Mode
  /** Tools of your own, beside the built-in ones. */
  readonly tools?: readonly ToolDefinition[]
  /** Whole capabilities, beside those of Drawbridge and those that the operator's file names. */
  readonly rooms?: readonly Room[]
  /** Where more tools come from. Disposed with the Drawbridge. */
  readonly sources?: readonly ToolSource[]
  /** Whether the built-in tools are offered. Default true. */
  readonly builtInTools?: boolean
  /** Programs that `runtime.credentialed_exec` runs with credentials from the environment. Default: none. */
  readonly credentialed?: readonly CredentialedProgram[]
  /** How the web tools reach the web. */
  readonly web?: WebOptions
  /** Who is asked. Nobody by default: what would be asked is then denied. */
  readonly approvers?: readonly Approver[] | ((tools: ApproverTools) => readonly Approver[])
  /**
   * `desk`: questions also lie in the database of the home, where `drawbridge approvals` answers them from another process. They
   * outlive this one: an answer that comes later counts for the same call when it is made again. Default: nobody else is asked.
   */
  readonly approvals?: 'desk'
  readonly hooks?: Partial<Hooks>
  /**
   * Where `allow_always` is kept. Default: the database of the home where the operator has a section `store`; without one it is not
   * on offer.
   */
  readonly grantStore?: GrantStore
  /** Further folders that tools may read, or read and write. Absolute. */
  readonly readRoots?: readonly string[]
  readonly writeRoots?: readonly string[]
  /** `anywhere` (default): reads outside are left to the policy. `workspace`: they are denied. */
  readonly readScope?: 'workspace' | 'anywhere'
  /**
   * Where commands run and files are seen from. Counts in place of what the operator's file says of it, and a project's file may still
   * narrow it; `false`: on this machine, whatever files say.
   */
  readonly sandbox?: SandboxSection | false
  /**
   * How commands run that only read and that nobody allowed: contained where need be (`contained`), those alone that need no containment
   * (`core`), or none (`off`). Default: what the operator's file says, else `contained`. A project's file may be stricter.
   */
  readonly unapproved?: UnapprovedSetting
  /** Opens although a sandbox is required that there is not, for who only looks. Calls that need it are refused. Default false. */
  readonly inspectOnly?: boolean
  /** In place of the backend that is configured. Not disposed of. */
  readonly sandboxBackend?: SandboxBackend
  /** Backups kept of each file that is overwritten or deleted. Default 10; 0 keeps none. */
  readonly backupsPerFile?: number
  /**
   * Where sessions are recorded. Default `database`: that of the home. `files`: as JSON Lines in the home, unless the operator's
   * section `store` says otherwise; the next process that opens the database imports them. `off`: nowhere.
   */
  readonly record?: 'database' | 'files' | 'off'
  readonly settings?: Partial<RunSettings>
  /** How much a model may call. Default: the configuration's limits, else `defaultLimitSettings`. */
  readonly limits?: Partial<LimitSettings>
  /**
   * When limits apply. `always` is the default. `configured`: only if `limits` or the configuration sets some, for calls that a person
   * makes. `off`: never.
   */
  readonly limiting?: 'always' | 'configured' | 'off'
  /**
   * Whether limits are counted in the database of the home, together with every process that does so. Default: `limits.shared` of
   * the configuration, else where that database is PostgreSQL.
   */
  readonly sharedLimits?: boolean
  /** Values that must never leave, beside what the built-in rules find. */
  readonly secrets?: readonly string[]
  /** What else never leaves. */
  readonly scrub?: ScrubOptions
  readonly clock?: Clock
  readonly ids?: IdSource
}
