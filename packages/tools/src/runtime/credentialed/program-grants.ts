import type { Principal } from '@drawbridge/core'
import type { CredentialedPrograms } from './credentialed-programs.ts'

/**
 * The programs with credentials, and their grantees. Checked again for each call, so that a revoked grant ends at once.
 */
export interface ProgramGrants {
  /** Returns the programs of a run. For the run, any other program has no credentials. */
  of(principal: Pick<Principal, 'agent' | 'user'>): CredentialedPrograms
  /** Programs that every run may use. */
  readonly everyones: CredentialedPrograms
  /** All of them. */
  readonly all: CredentialedPrograms
}

/** Programs that every run may use. */
export function grantToEveryone(programs: CredentialedPrograms): ProgramGrants {
  return { of: () => programs, everyones: programs, all: programs }
}
