import { lstatSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { namesIn } from './fingerprint-folder.ts'
import { readSmallFile } from './read-small-file.ts'

export { createFileHistory, type FileHistory } from './file-history.ts'
export {
  digestOfTree,
  type FileOfTree,
  findMarkedFolders,
  holdsTree,
  keepOnly,
  leadsThroughLink,
  listTree,
  type MarkedFolder,
  type MarkedFolders,
  readTree,
  type Tree,
  type TreeLimits,
  writeTree,
} from './folder-trees.ts'
export { realPathOf } from './real-path.ts'
export { readSmallFile }

/** Creates a folder that only its owner can read, with those above it. Does nothing if it exists. */
export function createPrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/**
 * Returns the time when a file or its name, permissions or owner last changed, which programs cannot set back, in milliseconds since the
 * Unix epoch. A link counts with what it leads to. Undefined if there is no ordinary file.
 */
export function lastChangeOf(path: string): number | undefined {
  const own = lstatSync(path, { throwIfNoEntry: false })
  const led = own?.isSymbolicLink() === true ? statSync(path, { throwIfNoEntry: false }) : own
  return own !== undefined && led?.isFile() === true ? Math.max(own.ctimeMs, led.ctimeMs) : undefined
}

/** A file of a folder with its text, or the reason that it was not read. */
export type FileOfFolder =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly problem: string }

/** Reads the ordinary files of a folder whose names end so, sorted by name. Links, and files that other users can write, are not read. */
export function readFolderOfFiles(folder: string, ending: string, maxBytes: number): readonly FileOfFolder[] {
  return namesIn(folder, ending).map((name) => {
    const path = join(folder, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat?.isFile() !== true) return { name, problem: 'It is not an ordinary file.' }
    if (process.platform !== 'win32' && (stat.mode & 0o022) !== 0)
      return { name, problem: 'Other users can write it. Take that permission away: chmod go-w' }
    const text = readSmallFile(path, maxBytes)
    return text === undefined
      ? { name, problem: `It cannot be read, or is longer than ${maxBytes} bytes.` }
      : { name, text }
  })
}
