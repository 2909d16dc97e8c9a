import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxLimits } from '../backend/sandbox-profile.ts'

/** The operator's sandbox settings, with all defaults filled in. */
export interface SandboxSettings {
  readonly backend: SandboxBackend['kind']
  readonly workspace: 'none' | 'read' | 'write'
  /** `allow`: only these hosts, `example.com` or `*.example.com`. */
  readonly network: 'none' | 'host' | { readonly allow: readonly string[] }
  readonly limits: SandboxLimits
  /** The calls that share one sandbox with its folder for temporary files: those of a session, of an agent, or all. */
  readonly scope: 'session' | 'agent' | 'shared'
}
