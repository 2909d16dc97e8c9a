import type { ProcessLimit } from '@drawbridge/core/machine'
import type { CapabilityState } from '../../backend/sandbox-backend.ts'
import type { SandboxLimits } from '../../backend/sandbox-profile.ts'

/** Keeps limits for all processes of one program together. */
export interface LimitKeeper {
  readonly memory: CapabilityState
  readonly processes: CapabilityState
  readonly cpus: CapabilityState
  open(limits: SandboxLimits): LimitedGroup
  /** Removes what processes left that were killed. */
  sweep(): void
}

export interface LimitedGroup {
  /** Files into which a process writes its number to belong to the scope. */
  readonly joinFiles: readonly string[]
  /** Words to put before the command. */
  readonly prefix: readonly string[]
  /** Variables that the words need. */
  readonly environment: Readonly<Record<string, string>>
  /** The limits that were exceeded. */
  hits(): readonly ProcessLimit[]
  /** Called when all processes have ended. */
  close(): Promise<void>
}

export const unlimited: LimitedGroup = {
  joinFiles: [],
  prefix: [],
  environment: {},
  hits: () => [],
  close: async () => undefined,
}
