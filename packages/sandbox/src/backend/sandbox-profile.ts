/** The parts of the machine that a sandbox lets its programs see and use. All paths are absolute and real. */
export interface SandboxProfile {
  /** The owner of the sandbox: a session, an agent, or all. Files kept between calls are kept per key. */
  readonly key: string
  readonly workspace: {
    readonly host: string
    /** The path of the workspace inside. Backends that share the root of the machine need it equal to `host`. */
    readonly inside: string
    readonly access: 'none' | 'read' | 'write'
  }
  /** Further folders and files, such as read and write roots. */
  readonly mounts: readonly SandboxMount[]
  /** Paths of the machine that must not be visible, wherever they lie: credentials, Drawbridge's home. */
  readonly masked: readonly string[]
  /** Paths in writable mounts that are read-only. If one does not exist yet, programs cannot create it. */
  readonly readOnly: readonly string[]
  /** Folders of which programs see nothing but the mounts in them. */
  readonly sealed?: readonly SealedFolder[]
  readonly network: SandboxNetwork
  readonly limits: SandboxLimits
}

/**
 * A folder in which nothing can be created, renamed or removed. Programs can lock one file of it, by creating a file
 * of that name with `.lock` at its end, but cannot change or replace the file.
 */
export interface SealedFolder {
  readonly path: string
  /** The name of the file that programs can lock. It may be missing; then programs find it empty. */
  readonly lockable: string
}

/** A file or folder of the machine that is visible in a sandbox. */
export interface SandboxMount {
  readonly host: string
  readonly inside: string
  readonly access: 'read' | 'write'
}

/** The network that a sandbox reaches. */
export type SandboxNetwork =
  /** None at all: not even that of the machine itself. */
  | { readonly kind: 'none' }
  /** The network of the machine. */
  | { readonly kind: 'host' }
  /** Only through a proxy that decides about each host. */
  | { readonly kind: 'filtered'; readonly proxy: FilteredNetwork }

/** The way to a proxy of ours. */
export interface FilteredNetwork {
  /** Path of the Unix socket at which the proxy listens on this machine. */
  readonly socket: string
  /**
   * Serves a listener that another process created in the network of a sandbox and handed over, until the result is
   * disposed of. Returns undefined if the handle is not a listener.
   */
  adopt(listener: unknown): AsyncDisposable | undefined
}

/** The limits on the resources of a sandbox. */
export interface SandboxLimits {
  /** The limit for all processes together, in bytes. */
  readonly memoryBytes?: number
  /** The number of processors; fractions are allowed. */
  readonly cpus?: number
  /** The largest number of processes and threads. */
  readonly processes?: number
  /** The largest number of open files of one process. */
  readonly openFiles?: number
}
