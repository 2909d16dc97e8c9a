import type { SandboxBackend } from '../backend/sandbox-backend.ts'
import type { SandboxLimits } from '../backend/sandbox-profile.ts'

/** What the operator wants of a sandbox, with every default filled in. */
export interface SandboxSettings {
  readonly backend: SandboxBackend['kind']
  readonly workspace: 'none' | 'read' | 'write'
  /** `allow`: only these hosts, `example.com` or `*.example.com`. */
  readonly network: 'none' | 'host' | { readonly allow: readonly string[] }
  readonly limits: SandboxLimits
  /** Who shares one sandbox, with its folder for temporary files: the calls of a session, of an agent, or all. */
  readonly scope: 'session' | 'agent' | 'shared'
}
