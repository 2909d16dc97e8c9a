import type { Principal } from '../principal/principal.ts'
import type { Target } from '../target/target.ts'
import type { FileAccess } from './file-access.ts'
import type { ProcessRunner } from './process-runner.ts'

/** What one call may use of the machine. */
export interface MachineScope {
  readonly targets: readonly Target[]
  readonly principal: Principal
  readonly signal: AbortSignal
}

/** Where calls touch the machine: implemented by a backend (host, a sandbox, memory in tests). */
export interface Machine {
  /** Absolute path of the run's working folder, real. */
  readonly workspace: string
  files(scope: MachineScope): FileAccess
  processes(scope: MachineScope): ProcessRunner
}
