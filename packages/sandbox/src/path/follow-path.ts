import { normalize } from 'node:path/posix'
import { unquotedPath } from '@drawbridge/core/base'
import type { Boundaries } from './boundaries.ts'
import type { LinkProbe } from './link-probe.ts'
import type { PathView } from './path-view.ts'
import { type RealPath, type ResolveOptions, resolveRealPath } from './resolve-real-path.ts'

export interface WrittenPath {
  /** As written: absolute, relative to `base`, or below `~`; by a tool also quoted, as listings show names with line breaks. */
  readonly path: string
  /** Absolute and real, of this machine. */
  readonly base: string
  /**
   * The user of the path. A tool of ours (default) may also use this machine's spelling; a program in a sandbox only
   * knows its own tree.
   */
  readonly by?: 'tool' | 'program'
}

export type FollowedPath =
  | (Extract<RealPath, { status: 'found' }> & {
      /** The path as written, made absolute: a guarded name is guarded even if it is a link to another name. */
      readonly spelling: string
    })
  | Extract<RealPath, { status: 'refused' }>
  /** No file of this machine is there. `inside`: its path in the other tree. */
  | { readonly status: 'unseen'; readonly inside: string }

/** Follows a written path on this machine, or in the tree that the call works on. */
export function followPath(question: WrittenPath, boundaries: Boundaries, options: ResolveOptions): FollowedPath {
  const { view } = boundaries
  const written = question.by === 'program' ? question : { ...question, path: unquotedPath(question.path) }
  const path = view === undefined ? absolute(written, boundaries) : inside(written, boundaries, view)
  const probe = view === undefined ? options.probe : probeOf(view, options.probe)
  const resolved = resolveRealPath(path, { ...options, probe })
  if (resolved.status === 'refused') return resolved
  const real = view === undefined ? resolved.real : view.paths.toHost(resolved.real)
  if (real === undefined) return { status: 'unseen', inside: resolved.real }
  return { ...resolved, real, spelling: normalize(path) }
}

function absolute({ path, base }: WrittenPath, { userHome }: { readonly userHome?: string | undefined }): string {
  if (path.startsWith('/')) return path
  if (userHome !== undefined && (path === '~' || path.startsWith('~/'))) return `${userHome}${path.slice(1)}`
  return `${base}/${path}`
}

function inside(written: WrittenPath, { userHome }: Boundaries, view: PathView): string {
  const { paths, home = userHome } = view
  const full = absolute(written, { userHome: home })
  if (full.startsWith('/') && !isRelative(written.path)) {
    return written.by === 'program' ? full : respelled(full, view)
  }
  return `${paths.toInside(written.base) ?? written.base}/${written.path}`
}

function isRelative(path: string): boolean {
  return !path.startsWith('/') && path !== '~' && !path.startsWith('~/')
}

/** A path in the spelling of this machine as the other tree spells it; what means nothing there stays as it is. */
function respelled(path: string, { spelling }: PathView): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const turn = parts.indexOf('..')
  const straight = turn < 0 ? parts : parts.slice(0, turn)
  const known = spelling(`/${straight.join('/')}`)
  return known === undefined ? path : [known, ...(turn < 0 ? [] : parts.slice(turn))].join('/')
}

/** Checks the file of this machine behind a path; if there is none, a path is only a name. */
function probeOf({ paths }: PathView, probe: LinkProbe): LinkProbe {
  return {
    inspect: (path) => {
      const host = paths.toHost(path)
      return host === undefined ? { kind: 'missing' } : probe.inspect(host)
    },
  }
}
