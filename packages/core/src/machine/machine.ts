import type { Principal } from '../base/principal.ts'
import type { Trust } from '../result/label.ts'
import type { Invocation } from '../target/invocation.ts'
import type { PathDenials } from '../target/path-denials.ts'
import type { Target } from '../target/target.ts'
import type { FileAccess } from './file-access.ts'
import type { ProcessRunner } from './process-runner.ts'

/** The knowledge of whose words are in the files of one call. */
export interface FileProvenance {
  /** True if the call leaves nothing of what was in the files that it writes. */
  readonly replacesContent: boolean
  /** To be called for each file whose trust is kept with it, when the call reads it. */
  noteRead(real: string, trust: Trust): void
  /** Resolves to the trust in what the call itself puts into a file. */
  trustOfWrite(real: string): Promise<Trust>
}

/** The parts of the machine that one call may use. */
export interface MachineScope {
  readonly targets: readonly Target[]
  /** The commands that the call may start. Default: none. */
  readonly invocations?: readonly Invocation[]
  /** Paths that rules deny to the call, below its targets too. Default: none. */
  readonly denials?: PathDenials | undefined
  /** Its commands run contained, or not at all. Default false. */
  readonly contained?: boolean
  /** Default: nothing is, so what is written counts as a stranger's. */
  readonly provenance?: FileProvenance
  readonly principal: Principal
  readonly signal: AbortSignal
}

/** A call's access to the machine: implemented by a backend (host, a sandbox, memory in tests). */
export interface Machine {
  /** Absolute path of the run's working folder, real. */
  readonly workspace: string
  /** Names of the environment variables that programs get. */
  readonly environmentNames?: readonly string[]
  files(scope: MachineScope): FileAccess
  processes(scope: MachineScope): ProcessRunner
  /**
   * Returns the SHA-256 (hex) of a file's current content; undefined if it is not a readable file. Approvals of scripts
   * are bound to it.
   */
  hashFile?(path: string): Promise<string | undefined>
}
