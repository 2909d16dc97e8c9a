import type { ProgramLauncher } from '../launch/program-launcher.ts'
import type { PathMap } from './create-path-map.ts'
import type { SandboxProfile } from './sandbox-profile.ts'

/**
 * What a sandbox may hold back. `fs-read`: what is masked, and everything outside of the profile that is the user's, cannot be read.
 * `fs-write`: nothing is written but where the profile says so. `net`: the network is as the profile says. `pids`, `memory`:
 * limits of processes and memory are kept for all processes together.
 */
export type SandboxCapability = 'fs-read' | 'fs-write' | 'net' | 'pids' | 'memory'

/** Whether a capability is held on this machine and by what, or why it is not, in words for the operator. */
export type CapabilityState =
  | { readonly held: true; readonly how: string }
  | { readonly held: false; readonly reason: string }

export type CapabilityReport = Readonly<Record<SandboxCapability, CapabilityState>> & {
  /** Whether `net` is held too where hosts are let through one by one. Absent where that is as with none at all. */
  readonly 'net-hosts'?: CapabilityState
}

/** One way to run programs behind a wall. The host is none: `createHostMachine` has no wall. */
export interface SandboxBackend extends AsyncDisposable {
  readonly kind: 'bubblewrap' | 'docker'
  /** Cheap after the first time. Never throws: what is missing is said. */
  capabilities(): Promise<CapabilityReport>
  /**
   * Rejects with `sandbox_unavailable`, the reason and the way out, where this machine cannot hold the profile, and with
   * `invalid_option` where the profile itself is wrong.
   */
  prepare(profile: SandboxProfile): Promise<Sandbox>
  /**
   * The translation that `prepare` gives for the same profile, without preparing anything: file tools follow it from the first call
   * on, whether or not a program ever runs. Looks at the machine at most.
   */
  paths(profile: SandboxProfile): PathMap
  /** Ends whatever runs or is kept for a key, as at the end of a session. Of a key that nobody used there is nothing to end. */
  end(key: string): Promise<void>
  /** The profile in lines for people: what is visible, writable, hidden, reachable and limited, and by what. */
  explain(profile: SandboxProfile): Promise<readonly string[]>
}

/** What programs run in. Prepared again for every call: cheap, and the profile is then the one of that call. */
export interface Sandbox {
  readonly launcher: ProgramLauncher
  /** The base environment as it holds inside: search path, home and temporary folder are those of the sandbox. */
  environment(base: Readonly<Record<string, string>>): Record<string, string>
  readonly paths: PathMap
}
