import { realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, resolve } from 'node:path'
import { isWithin } from '@drawbridge/core'
import { findProgram } from '@drawbridge/sandbox'

export interface TrustOptions {
  /** Folders that a model may write: what lies there is no program of the operator. */
  readonly untrusted: readonly string[]
  readonly searchPath: string
}

/**
 * The real file of a program that nobody but the operator can have put there: at the given path, else the first one on the search
 * path. Not in a folder that a model may write, nor one that other users may. Undefined where there is none.
 */
export function locateTrusted(name: string, path: string | undefined, options: TrustOptions): string | undefined {
  const untrusted = [...options.untrusted, tmpdir()].map((folder) => real(folder) ?? folder)
  const candidates = path === undefined ? folders(options.searchPath).map((folder) => `${folder}/${name}`) : [path]
  return candidates.flatMap((candidate) => trusted(candidate, untrusted) ?? []).at(0)
}

function folders(searchPath: string): readonly string[] {
  return searchPath.split(':').filter(isAbsolute)
}

function trusted(candidate: string, untrusted: readonly string[]): string | undefined {
  const file = findProgram(candidate, { cwd: '/', searchPath: '' })
  const target = file === undefined ? undefined : real(file)
  const folder = real(dirname(candidate))
  if (target === undefined || folder === undefined) return undefined
  const places = [target, dirname(target), folder]
  const isOpen = places.some(
    (place) => untrusted.some((open) => isWithin(resolve(open), resolve(place))) || isOthers(place),
  )
  return isOpen ? undefined : target
}

function real(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Whether somebody else could replace it. */
function isOthers(path: string): boolean {
  const { mode, uid } = statSync(path)
  return (mode & 0o022) !== 0 || (uid !== 0 && uid !== process.getuid?.())
}
