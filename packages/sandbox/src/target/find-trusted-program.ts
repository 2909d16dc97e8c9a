import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import { cwd, getuid } from 'node:process'
import { isWithin } from '@drawbridge/core/base'
import { findProgram } from './find-program.ts'

export type TrustedProgram =
  | { readonly status: 'found'; readonly file: string }
  | { readonly status: 'absent'; readonly reason: string }

export interface TrustedProgramOptions {
  /** The software to install if it is missing. */
  readonly software: string
  readonly searchPath: string
  /** Folders in which sandboxed programs may write, besides the one in which this process was started. */
  readonly writable?: readonly string[]
}

/**
 * Finds a program that builds or enters a sandbox, and so runs outside it: the first on the search path that only its
 * user and the administrator can change. Others are skipped, so that a sandboxed program gains nothing by leaving one
 * with that name.
 */
export function findTrustedProgram(name: string, options: TrustedProgramOptions): TrustedProgram {
  const { software, searchPath, writable = [] } = options
  const projects = [cwd(), ...writable]
  const found = searchPath
    .split(':')
    .filter(isAbsolute)
    .flatMap((folder) => findProgram(name, { cwd: '/', searchPath: folder }) ?? [])
    .map((path) => realpathSync.native(path))
  const file = found.find((path) => whyUntrusted(path, projects) === undefined)
  if (file !== undefined) return { status: 'found', file }
  const [first] = found
  const reason = first === undefined ? undefined : whyUntrusted(first, projects)
  return { status: 'absent', reason: reason ?? `${software} ("${name}") is not on the search path. Install it.` }
}

/**
 * Returns the reason that a program must not run outside of sandboxes, with the way out; undefined if it may.
 * @param file Absolute and real.
 * @param writable Folders in which sandboxed programs may write: nothing there is trusted.
 */
export function whyUntrusted(file: string, writable: readonly string[]): string | undefined {
  const weak = [file, ...foldersAbove(file)].find((path) => !isTrusted(path))
  if (weak !== undefined) return `"${file}" is not trusted: other users may change "${weak}". Remove that permission.`
  const folder = writable.find((candidate) => candidate !== '/' && isWithin(candidate, file))
  if (folder !== undefined) {
    return `"${file}" is not trusted: sandboxed programs may write in "${folder}". Install it elsewhere.`
  }
  if (!file.includes('/node_modules/')) return undefined
  return `"${file}" is not trusted: package managers and package scripts write there. Install it elsewhere.`
}

const writableByOthers = 0o022
const sticky = 0o1000

function isTrusted(path: string): boolean {
  const { uid, mode } = statSync(path)
  const isOurs = uid === 0 || uid === getuid?.()
  return isOurs && ((mode & writableByOthers) === 0 || (mode & sticky) !== 0)
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path)
  return folder === path ? [] : [folder, ...foldersAbove(folder)]
}
