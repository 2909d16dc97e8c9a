import { tmpdir } from 'node:os'
import { DrawbridgeError } from '@drawbridge/core'
import { defined } from '@drawbridge/core/base'
import { type LinkProbe, systemLinkProbe } from './link-probe.ts'
import type { PathView } from './path-view.ts'
import { resolveRealPath } from './resolve-real-path.ts'

/** The options of `createBoundaries`. */
export interface BoundaryOptions {
  /** The run's working folder. Must exist. */
  readonly workspace: string
  /** Further folders that may be read, such as skills. */
  readonly readRoots?: readonly string[] | undefined
  /** Further folders that may be read and written. */
  readonly writeRoots?: readonly string[] | undefined
  /** True if the system's folder for temporary files counts as a write root. Default false. */
  readonly temporaryFolder?: boolean | undefined
  /** Drawbridge's own data folder, closed to every tool. */
  readonly home?: string | undefined
  /** Further folders and files that are closed to this run, wherever they lie. */
  readonly denied?: readonly string[] | undefined
  /**
   * Returns true if a real path is closed to this run for another reason, for example because a virtual file takes its
   * place.
   */
  readonly closed?: ((real: string) => boolean) | undefined
  /** The user's home folder: what `~` stands for. */
  readonly userHome?: string | undefined
  /** `workspace`: reads outside workspace and roots are denied. `anywhere` (default): they are left to the policy. */
  readonly readScope?: 'workspace' | 'anywhere' | undefined
  /**
   * The operator's setting for a real path: true if it contains credentials, false if not; undefined if its place and
   * name decide.
   */
  readonly sensitivity?: ((real: string) => boolean | undefined) | undefined
  /** The meaning of written paths, if it differs from this machine's. */
  readonly view?: PathView | undefined
}

/** The folders with a special meaning. All are real paths, so that both sides of every comparison are real. */
export interface Boundaries {
  readonly workspace: string
  readonly readRoots: readonly string[]
  readonly writeRoots: readonly string[]
  readonly denied: readonly string[]
  readonly closed?: (real: string) => boolean
  readonly home?: string
  readonly userHome?: string
  readonly readScope: 'workspace' | 'anywhere'
  readonly sensitivity?: (real: string) => boolean | undefined
  readonly view?: PathView
}

/** Resolves the folders once. Throws `invalid_option` if one cannot be resolved or the workspace is not a folder. */
export function createBoundaries(options: BoundaryOptions, probe: LinkProbe = systemLinkProbe): Boundaries {
  const real = (folder: string): string => realFolder(folder, probe)
  const workspace = resolveRealPath(options.workspace, { probe, followLast: true })
  if (workspace.status === 'refused' || workspace.entry.kind !== 'directory') {
    throw new DrawbridgeError('invalid_option', `The workspace "${options.workspace}" is not an existing folder.`)
  }
  const temporary = options.temporaryFolder === true ? [tmpdir()] : []
  return {
    workspace: workspace.real,
    readRoots: (options.readRoots ?? []).map(real),
    writeRoots: [...(options.writeRoots ?? []), ...temporary].map(real),
    denied: (options.denied ?? []).map(real),
    readScope: options.readScope ?? 'anywhere',
    ...defined({ closed: options.closed, sensitivity: options.sensitivity, view: options.view }),
    ...(options.home === undefined ? {} : { home: real(options.home) }),
    ...(options.userHome === undefined ? {} : { userHome: real(options.userHome) }),
  }
}

function realFolder(folder: string, probe: LinkProbe): string {
  if (!folder.startsWith('/')) {
    throw new DrawbridgeError('invalid_option', `The folder "${folder}" is not absolute. Give its absolute path.`)
  }
  const resolved = resolveRealPath(folder, { probe, followLast: true })
  if (resolved.status === 'found') return resolved.real
  throw new DrawbridgeError('invalid_option', `The folder "${folder}" cannot be resolved (${resolved.cause}).`)
}
