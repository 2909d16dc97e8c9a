import { posix } from 'node:path'
import { type Failure, failure } from '@drawbridge/core'
import { isWithin, shorten, unquotedPath } from '@drawbridge/core/base'
import { isProtectedFile } from '@drawbridge/core/machine'
import type { PathAccess, PathZone } from '@drawbridge/core/target'
import type { Boundaries } from './boundaries.ts'
import type { LinkProbe } from './link-probe.ts'
import { sharedContent } from './link-probe.ts'
import { type Closure, closedFailure, closureOf, zoneOf } from './path-place.ts'
import type { PathView } from './path-view.ts'
import { type RealPath, type ResolveOptions, resolveRealPath } from './resolve-real-path.ts'
import { isSensitivePath } from './sensitive-path.ts'
import { isSystemPath } from './system-path.ts'

export interface PathQuestion extends WrittenPath {
  readonly access: PathAccess
}

export interface JudgedPath {
  readonly status: 'judged'
  readonly real: string
  readonly zone: PathZone
  readonly sensitive: boolean
  readonly protected: boolean
  readonly isFolder: boolean
  readonly isThere: boolean
  /** Only for paths outside. */
  readonly system?: true
  readonly why?: string
}

export type PathVerdict = JudgedPath | { readonly status: 'failed' | 'denied'; readonly failure: Failure }

/** Judges one path for one access: its real place, and whether any tool may use it at all. */
export function judgePath(question: PathQuestion, boundaries: Boundaries, probe: LinkProbe): PathVerdict {
  const { path, access } = question
  if (path === '' || path.includes('\0')) {
    return failed(
      `The path ${JSON.stringify(path)} is ${path === '' ? 'empty' : 'not valid: it contains a NUL character'}.`,
    )
  }
  const resolved = followPath(question, boundaries, { probe, followLast: access !== 'delete' })
  if (resolved.status === 'refused') return refused(path, resolved)
  if (resolved.status === 'unseen') return unseen(question, resolved.inside, boundaries)

  const { real, entry, spelling: written } = resolved
  const place = zoneOf(real, access, boundaries)
  const closure = closureOf(real, place, boundaries)
  if (closure !== undefined) return { status: 'denied', failure: closedFailure(path, closure) }
  if (access === 'delete' && isWithin(real, boundaries.workspace)) {
    return denied(
      `"${path}" is or contains the workspace itself and cannot be deleted or moved. Name something inside it.`,
    )
  }
  if (place.zone === 'outside' && boundaries.readScope === 'workspace' && (access === 'read' || access === 'list')) {
    return denied(outside(path, boundaries))
  }
  const shared = sharedContent(real, access, entry)
  if (shared !== undefined && boundaries.readScope === 'workspace' && access === 'read') {
    return denied(`"${path}" ${shared}. Read a copy with a single name.`)
  }
  // A guarded name is guarded even if it is a link to another name.
  const spellings = [...new Set([real, written])]
  const isSystem = place.zone === 'outside' && shared === undefined && isSystemPath(real, boundaries)
  const why =
    shared ?? (entry.kind === 'link' ? 'is a symbolic link; the link itself is meant, not its target' : undefined)
  return {
    status: 'judged',
    real,
    zone: shared === undefined ? place.zone : 'outside',
    sensitive: spellings.some((spelling) => isSensitivePath(spelling, boundaries)),
    protected: spellings.some((spelling) => isProtectedFile(spelling, boundaries.workspace)),
    isFolder: entry.kind === 'directory',
    isThere: entry.kind !== 'missing',
    ...(isSystem ? { system: true } : {}),
    ...(why === undefined ? {} : { why }),
  }
}

/**
 * Returns the reason if a word that may be a path leads to a place closed to all tools. Undefined also for unresolvable
 * words, and for a bare word that names nothing: it may be a pattern or a message.
 */
export function closureBehind(question: PathQuestion, boundaries: Boundaries, probe: LinkProbe): Closure | undefined {
  if (question.path === '' || question.path.includes('\0')) return undefined
  const resolved = followPath(question, boundaries, { probe, followLast: true })
  if (resolved.status === 'refused') return undefined
  if (resolved.status === 'unseen') return closureOfUnseen(resolved.inside, boundaries)
  if (resolved.entry.kind === 'missing' && !question.path.includes('/')) return undefined
  return closureOf(resolved.real, zoneOf(resolved.real, question.access, boundaries), boundaries)
}

/** Drawbridge's own data and denied paths stay closed; a command is not refused for a path that is just not shown. */
function closureOfUnseen(inside: string, { home, denied }: Boundaries): Closure | undefined {
  return closureOf(inside, { zone: 'outside' }, { denied, ...(home === undefined ? {} : { home }) })
}

/**
 * A path without a file of this machine. A tool of ours cannot open it; a program's use stays in its own tree, and is
 * judged by name, at its strictest.
 */
function unseen({ path, by }: PathQuestion, inside: string, boundaries: Boundaries): PathVerdict {
  if (by !== 'program') return denied(notSeen(path, boundaries.view))
  const closure = closureOfUnseen(inside, boundaries)
  if (closure !== undefined) return { status: 'denied', failure: closedFailure(path, closure) }
  return {
    status: 'judged',
    real: inside,
    zone: 'outside',
    sensitive: isSensitivePath(inside, boundaries),
    protected: isProtectedFile(inside, boundaries.workspace),
    isFolder: false,
    isThere: false,
    ...(isSystemPath(inside, boundaries) ? { system: true } : {}),
    why: 'is not a file of this machine that the sandbox shows',
  }
}

function notSeen(path: string, view: PathView | undefined): string {
  return `"${path}" cannot be seen from the sandbox of this run. It sees ${view?.sees ?? 'nothing of it'}.`
}

function refused(path: string, { cause, at }: Extract<RealPath, { status: 'refused' }>): PathVerdict {
  switch (cause) {
    case 'loop':
      return failed(`"${path}" leads through too many symbolic links (at "${at}"): they probably form a loop.`)
    case 'too_long':
      return failed(`"${shorten(path, 80)}" is longer than the file system allows. Use a shorter path.`)
    case 'magic_link':
      return denied(`"${path}" goes through "${at}", a link of the process file system. Use the file's own path.`)
    case 'unreadable':
      return denied(`"${path}" cannot be resolved: the operating system denies Drawbridge access to "${at}".`)
  }
}

function outside(path: string, { workspace, readRoots, writeRoots }: Boundaries): string {
  const roots = [workspace, ...readRoots, ...writeRoots].map((root) => `"${root}"`).join(', ')
  return `"${path}" is outside the folders that this run may read. It may read below ${roots}.`
}

function failed(message: string): PathVerdict {
  return { status: 'failed', failure: failure('invalid_target', message) }
}

function denied(message: string): PathVerdict {
  return { status: 'denied', failure: failure('path_outside_roots', message) }
}

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
function followPath(question: WrittenPath, boundaries: Boundaries, options: ResolveOptions): FollowedPath {
  const { view } = boundaries
  const written = question.by === 'program' ? question : { ...question, path: unquotedPath(question.path) }
  const path = view === undefined ? absolute(written, boundaries) : inside(written, boundaries, view)
  const probe = view === undefined ? options.probe : probeOf(view, options.probe)
  const resolved = resolveRealPath(path, { ...options, probe })
  if (resolved.status === 'refused') return resolved
  const real = view === undefined ? resolved.real : view.paths.toHost(resolved.real)
  if (real === undefined) return { status: 'unseen', inside: resolved.real }
  return { ...resolved, real, spelling: posix.normalize(path) }
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
