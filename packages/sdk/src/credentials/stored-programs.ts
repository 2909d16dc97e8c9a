import type { CredentialedProgram } from '@drawbridge/tools'

/**
 * The holder of a grant: runs of that agent, for that user. If both are given, both must match; if neither is, everyone matches.
 */
export interface ProgramGrant {
  readonly agent?: string | undefined
  readonly user?: string | undefined
}

/** A program's record with what it gets, opened. */
export interface StoredProgram {
  /** Without `environment`: `variables` takes its place. */
  readonly record: CredentialedProgram
  /** The variables that it gets. */
  readonly variables: readonly string[]
  /** By the variable's name. One without a value stops the calls of its program. */
  readonly values: ReadonlyMap<string, string>
  /** If empty, no one may use it. */
  readonly grants: readonly ProgramGrant[]
}

/** The programs that are kept in a database, which others change while we run. */
export interface StoredPrograms {
  /** Grows with each change. Cheap: asked before each command. */
  revision(): Promise<number>
  load(): Promise<readonly StoredProgram[]>
}
