import { posix } from 'node:path'
import type { LinkProbe, ProbedEntry } from './link-probe.ts'

/** The end of a path, or the reason why it is unknown. */
export type RealPath =
  | { readonly status: 'found'; readonly real: string; readonly entry: ProbedEntry }
  | {
      readonly status: 'refused'
      readonly cause: 'loop' | 'magic_link' | 'too_long' | 'unreadable'
      readonly at: string
    }

export interface ResolveOptions {
  readonly probe: LinkProbe
  /** False for what acts on the entry itself, as deleting does: a link at the end of the path stays a link. */
  readonly followLast: boolean
}

/** As many links as Linux follows in one path. */
const maxLinks = 40
/** Linux' PATH_MAX, with its final NUL. */
const maxPathBytes = 4095

/**
 * Resolves an absolute path part by part like the kernel: `..` is the parent of a link's target, a link to a missing
 * file leads there, and a missing path is below its deepest existing ancestor.
 */
export function resolveRealPath(path: string, { probe, followLast }: ResolveOptions): RealPath {
  if (Buffer.byteLength(path) > maxPathBytes) return { status: 'refused', cause: 'too_long', at: path.slice(0, 80) }
  const pending = partsOf(path).reverse()
  let real = '/'
  let entry: ProbedEntry = { kind: 'directory' }
  let links = 0
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    const next = part === '..' ? posix.dirname(real) : join(real, part)
    const found = inspect(next, probe)
    if (found.kind === 'refused') return { status: 'refused', cause: found.cause, at: next }
    if (found.kind !== 'link' || (pending.length === 0 && !followLast)) {
      real = next
      entry = found
      continue
    }
    links += 1
    if (found.magic) return { status: 'refused', cause: 'magic_link', at: next }
    if (links > maxLinks) return { status: 'refused', cause: 'loop', at: next }
    if (found.target.startsWith('/')) real = '/'
    entry = { kind: 'directory' }
    pending.push(...partsOf(found.target).reverse())
  }
  return { status: 'found', real: asSpelled(real, entry, probe), entry }
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.')
}

function join(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}

function inspect(
  path: string,
  probe: LinkProbe,
): ProbedEntry | { readonly kind: 'refused'; readonly cause: 'too_long' | 'unreadable' | 'loop' } {
  try {
    return probe.inspect(path)
  } catch (error) {
    switch (errnoOf(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return { kind: 'missing' }
      case 'ENAMETOOLONG':
        return { kind: 'refused', cause: 'too_long' }
      case 'ELOOP':
        return { kind: 'refused', cause: 'loop' }
      default:
        return { kind: 'refused', cause: 'unreadable' }
    }
  }
}

function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function asSpelled(real: string, entry: ProbedEntry, probe: LinkProbe): string {
  if (probe.spelling === undefined || entry.kind === 'link') return real
  if (entry.kind !== 'missing') return probe.spelling(real)
  const parent = posix.dirname(real)
  const parentEntry = inspect(parent, probe)
  const spelled = parentEntry.kind === 'refused' ? parent : asSpelled(parent, parentEntry, probe)
  return join(spelled, real.slice(real.lastIndexOf('/') + 1))
}
