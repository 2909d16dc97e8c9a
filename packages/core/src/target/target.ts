import type { ShellCommand } from '@drawbridge/shell'
import type { CodeFile } from '@drawbridge/shell/obey'

/** The effect of a call on a path. */
export type PathAccess = 'read' | 'write' | 'delete' | 'list'

/** The zone of a path: the workspace, another granted root, or outside. */
export type PathZone = 'workspace' | 'root' | 'outside'

/** A file or folder that a call touches, resolved to what the operating system will open. */
export interface PathTarget {
  readonly kind: 'path'
  /** As the model wrote it. */
  readonly declared: string
  /** Absolute and free of symbolic links through its deepest existing ancestor. */
  readonly real: string
  readonly access: PathAccess
  readonly recursive: boolean
  readonly zone: PathZone
  /** True if it contains credentials by its place or name. */
  readonly sensitive: boolean
  /** True if writing there could change what runs later, or how Drawbridge decides. Default false. */
  readonly protected?: boolean
  /**
   * True if it is in a folder of the operating system that any program reads, and not in the user's home. Default
   * false.
   */
  readonly system?: boolean
  /** True if Drawbridge stores it elsewhere than on disk, for an agent and its user. Default false. */
  readonly virtual?: boolean
  /** The reason that the zone or access is stricter than the path alone would say, such as a second hard link. */
  readonly why?: string
  /**
   * For a recursive target: the treatment of denied entries below. `filtered`: the code that opens the folder leaves
   * them out. `surveyed`: the existing ones became separate targets. Absent: not checked.
   */
  readonly below?: 'filtered' | 'surveyed'
  /** The declared folder in which it was found. Absent for what the call names itself. */
  readonly metIn?: string
}

/** One word of a command; `static` is false if only the shell can tell its value. */
export interface CommandWord {
  readonly text: string
  readonly static: boolean
}

/** A group of commands that the operator may forbid as a whole, with whether it denies or asks. */
export interface DenyGroupHit {
  readonly group: string
  readonly action: 'deny' | 'ask'
  /** The part of the command that hit. */
  readonly part: string
}

/**
 * Key of {@link CommandTarget} for the command as the shell package analysed it: known to this process alone. A symbol, so that it
 * goes along with copies and is left out of every JSON.
 */
export const shellCommand: unique symbol = Symbol('drawbridge.shell_command')

/** One simple command of a call, after unwrapping. */
export interface CommandTarget {
  readonly kind: 'command'
  readonly argv: readonly CommandWord[]
  readonly program: {
    readonly name: string
    readonly path?: string
    /**
     * True if it is in a folder that calls may write: anyone who can put files there decides what the name means.
     * Default false.
     */
    readonly replaceable?: boolean
  }
  readonly cwd: string
  readonly dynamic: boolean
  /** True if it is known to only read: `unapproved` is not null. */
  readonly readonly: boolean
  /**
   * The way in which it may run without approval: directly, or in a sandbox in which a wrong classification can do no harm. `null`:
   * it asks. A viewer of the machine's state asks if another command of its line runs in a sandbox.
   */
  readonly unapproved: 'core' | 'contained' | null
  /** The reason that a command which only reads is still asked about, as the second half of a sentence. */
  readonly objection?: string
  /** Words that run other code, read options from elsewhere, or do more than the program's name says. */
  readonly gadgets: readonly string[]
  readonly denyGroups: readonly DenyGroupHit[]
  /** True if credentials are configured for its program. It gets them if it runs as a command of its own. Default false. */
  readonly credentialed?: boolean
  /** The workspace files that it runs or obeys: an approval is valid only while none of them changes. Default: none. */
  readonly code?: readonly CodeFile[]
  /** The position of the command in the line, in UTF-16 units. */
  readonly span?: { readonly start: number; readonly end: number }
  /**
   * The command that granted prefixes such as `git status` are compared with. Without it no allowing rule for commands
   * matches.
   */
  readonly [shellCommand]?: ShellCommand
}

/** A host that the call will contact. */
export interface HostTarget {
  readonly kind: 'host'
  readonly scheme: string
  readonly host: string
  readonly port: number
}

/** A session, agent or MCP server that the call acts on. */
export interface IdentityTarget {
  readonly kind: 'session' | 'agent' | 'server'
  readonly id: string
}

/** Something the call will touch that is unknown until it runs. No allow rule matches it by accident. */
export interface DynamicTarget {
  readonly kind: 'dynamic'
  readonly of: 'path' | 'command' | 'host' | 'session' | 'agent' | 'server' | 'any'
  readonly why: string
}

/** A target of a call, resolved once. Policy, approvals, locks, sandbox and audit read this and nothing else. */
export type Target = PathTarget | CommandTarget | HostTarget | IdentityTarget | DynamicTarget
