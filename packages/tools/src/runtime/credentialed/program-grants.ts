import type { Principal } from '@drawbridge/core'
import type { CredentialedPrograms } from './credentialed-programs.ts'

/** Which programs run with credentials, and for whom. Asked anew for each call: what its operator takes away is gone at once. */
export interface ProgramGrants {
  /** Those of a run. Any other program is to it one without credentials. */
  of(principal: Pick<Principal, 'agent' | 'user'>): CredentialedPrograms
  /** Those that every run may use. */
  readonly everyones: CredentialedPrograms
  /** All of them. */
  readonly all: CredentialedPrograms
}

/** Programs that every run may use. */
export function grantToEveryone(programs: CredentialedPrograms): ProgramGrants {
  return { of: () => programs, everyones: programs, all: programs }
}
