/** The purpose of a run. Ceilings are inherited by every child; rules bound to a role are not. */
export type Role = 'main' | 'orchestrator' | 'sub' | 'fork' | 'worker'

/** The way in which a run was started. */
export type RunVia =
  | 'user'
  | 'spawn'
  | 'fork'
  | 'worker'
  | 'delegation'
  | 'team'
  | 'cron'
  | 'heartbeat'
  | 'channel'
  | 'http'
  | 'mcp'

/** One ancestor of a run, nearest first in {@link Principal.parents}. */
export interface ParentRun {
  readonly run: string
  readonly agent?: string
  /** Names the run for people, if it is a child itself. */
  readonly label?: string
}

/** The caller. Passed explicitly with every call, so tools stay stateless and are shared by all sessions. */
export interface Principal {
  readonly user?: string
  readonly agent?: string
  readonly session: string
  readonly run: string
  readonly role: Role
  readonly parents: readonly ParentRun[]
  /** Names the run for people, if it is a child. */
  readonly label?: string
  /** The way in which it was started. Default `user`. */
  readonly via?: RunVia
  /** The channel of the request, e.g. `cli`, `mcp`, `telegram`. */
  readonly channel?: string
  readonly chat?: string
  readonly peerKind?: 'direct' | 'group'
}
