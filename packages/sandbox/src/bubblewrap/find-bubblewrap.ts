import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { getuid } from 'node:process'
import { isWithin } from '@drawbridge/core'
import { findProgram } from '../target/find-program.ts'

export type FoundBubblewrap =
  | { readonly status: 'found'; readonly file: string }
  | { readonly status: 'absent'; readonly reason: string }

/**
 * The program that builds the wall: on the search path, and changeable by nobody but its user and the administrator.
 * @param writable Folders in which sandboxed programs may write: nothing there is trusted.
 */
export function findBubblewrap(searchPath: string, writable: readonly string[] = []): FoundBubblewrap {
  const found = findProgram('bwrap', { cwd: '/', searchPath })
  if (found === undefined) {
    return { status: 'absent', reason: 'bubblewrap ("bwrap") is not on the search path. Install it.' }
  }
  const file = realpathSync.native(found)
  const weak = [file, ...foldersAbove(file)].find((path) => !isTrusted(path))
  if (weak !== undefined) {
    return {
      status: 'absent',
      reason: `"${file}" is not trusted: others may change "${weak}". Take that right from them.`,
    }
  }
  const folder = writable.find((candidate) => isWithin(candidate, file))
  if (folder !== undefined) {
    return { status: 'absent', reason: `"${file}" is not trusted: sandboxed programs may write in "${folder}".` }
  }
  return { status: 'found', file }
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
