import type { PathAccess } from './target.ts'

/** A rule that keeps a path from a call, whatever the mode and whatever anybody answers. */
export interface PathDenial {
  readonly rule: string
  readonly source: string
  readonly reason?: string
}

/** The paths that rules deny to one call. Pure: it knows names, and not what is on the disk. */
export interface PathDenials {
  /** Equal for the denials of the same rules, as long as this process lives. Absent: it is not known. */
  readonly key?: string
  /** The rule that denies one of these accesses to a real path, if any does. */
  find(real: string, ...accesses: readonly PathAccess[]): PathDenial | undefined
  /** Returns true if a folder may contain, now or later, a path that is denied for one of these accesses. */
  mayLieBelow(folder: string, ...accesses: readonly PathAccess[]): boolean
  /** Folders or files below which all of it lies. Absolute. */
  readonly bases: readonly string[]
}
