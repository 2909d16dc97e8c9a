import type { ProgramLauncher } from '../launch/program-launcher.ts'
import type { PathMap } from './create-path-map.ts'
import type { SandboxProfile } from './sandbox-profile.ts'

/**
 * A restriction that a sandbox may enforce. `fs-read`: masked files, and the user's files outside the profile, cannot
 * be read. `fs-write`: only paths that the profile names can be written. `net`: the network is as the profile says.
 * `pids`, `memory`: limits on processes and memory apply to all processes together.
 */
export type SandboxCapability = 'fs-read' | 'fs-write' | 'net' | 'pids' | 'memory'

/** The mechanism that enforces a capability on this machine, or the reason why none does, in words for the operator. */
export type CapabilityState =
  | { readonly held: true; readonly how: string }
  | { readonly held: false; readonly reason: string }

/** A report on what a sandbox backend can enforce on this machine. */
export type CapabilityReport = Readonly<Record<SandboxCapability, CapabilityState>> & {
  /** The state of `net` if single hosts are allowed. Absent if it is the same as without a network. */
  readonly 'net-hosts'?: CapabilityState
}

/** One way to isolate programs. The host is not a backend: `createHostMachine` isolates nothing. */
export interface SandboxBackend extends AsyncDisposable {
  readonly kind: 'bubblewrap' | 'docker'
  /** Cheap after the first time. Never throws: what is missing is said. */
  capabilities(): Promise<CapabilityReport>
  /**
   * Rejects with `sandbox_unavailable`, the reason and the way out, if this machine cannot provide the profile, and with
   * `invalid_option` if the profile itself is wrong.
   */
  prepare(profile: SandboxProfile): Promise<Sandbox>
  /**
   * The translation that `prepare` gives for the same profile, without preparing anything: file tools follow it from the first call
   * on, whether or not a program ever runs. Looks at the machine at most.
   */
  paths(profile: SandboxProfile): PathMap
  /** Ends everything that runs or is kept for a key, as at the end of a session. Does nothing for an unused key. */
  end(key: string): Promise<void>
  /** The profile in lines for people: what is visible, writable, hidden, reachable and limited, and by what. */
  explain(profile: SandboxProfile): Promise<readonly string[]>
}

/**
 * The place where programs run. Prepared again for every call: this is cheap, and the profile is then the call's own.
 */
export interface Sandbox {
  readonly launcher: ProgramLauncher
  /** The base environment as it holds inside: search path, home and temporary folder are those of the sandbox. */
  environment(base: Readonly<Record<string, string>>): Record<string, string>
  readonly paths: PathMap
}
