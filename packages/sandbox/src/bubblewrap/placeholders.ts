import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errnoOf } from '../files/fault-from-errno.ts'
import { inVeryFolder } from '../files/in-very-folder.ts'
import { isProcessAlive, processIdentity } from '../process/process-identity.ts'

/**
 * Empty folders that exist, while programs run, in place of missing protected files, because only an existing path can
 * be mounted over. The system refuses to remove a folder that is not empty, so that no one's files are lost. For paths
 * that git reads, the placeholder is a file, since git would stop at a folder: it is removed only if it still has our
 * content, and no one may write it.
 */
export interface Placeholders {
  /** The existing placeholders of this and other processes. */
  standing(): ReadonlySet<string>
  /** Makes those that are missing, some of them as files, and keeps all of them from being removed until disposed of. */
  hold(paths: readonly string[], files?: readonly string[]): HeldPlaceholders
  /** Removes what processes left that ended without doing so, by being killed. */
  sweep(): void
}

export interface HeldPlaceholders extends Disposable {
  /** Without those for which there is no place: nor is there for a program with the same rights. */
  readonly paths: readonly string[]
}

const suffix = '.placeholders.json'

/** @param folder Absolute; shared by all processes that may use the same workspaces. Must exist. */
export function createPlaceholders(folder: string): Placeholders {
  const holders = new Map<string, number>()
  const ledger = join(folder, `${processIdentity()}${suffix}`)
  const note = () => {
    if (holders.size === 0) rmSync(ledger, { force: true })
    else {
      writeFileSync(`${ledger}.new`, JSON.stringify([...holders.keys()]), { mode: 0o600 })
      renameSync(`${ledger}.new`, ledger)
    }
  }
  const forget = (paths: readonly string[]) => {
    for (const path of paths) {
      const left = (holders.get(path) ?? 1) - 1
      if (left > 0) holders.set(path, left)
      else holders.delete(path)
    }
  }
  const letGo = (paths: readonly string[], files: readonly string[]) => {
    forget(paths)
    const others = pathsOfOthers()
    const removed = paths.filter((path) => !holders.has(path) && !others.has(path))
    for (const path of removed) remove(path)
    note()
    // Another process may have noted one meanwhile, when it was still there.
    const late = pathsOfOthers()
    for (const path of removed) if (late.has(path)) make(path, files.includes(path))
  }
  return {
    hold: (paths, files = []) => {
      for (const path of paths) holders.set(path, (holders.get(path) ?? 0) + 1)
      // Noted before they are made: what is not noted would stay if this process were killed now.
      note()
      const held = makeAll(paths, files)
      // Another process may have removed one before it could read the note; from now on every process reads it.
      for (const path of held) if (!isThere(path)) make(path, files.includes(path))
      // A file that someone else created meanwhile is not a placeholder, and not ours to remove.
      const foreign = paths.filter((path) => !held.includes(path))
      for (const path of foreign) holders.delete(path)
      if (foreign.length > 0) note()
      return { paths: held, [Symbol.dispose]: () => letGo(held, files) }
    },
    standing: () => new Set([...holders.keys(), ...pathsOfOthers()]),
    sweep: () => {
      const ledgers = ledgersIn(folder)
      const used = new Set([...holders.keys(), ...ledgers.flatMap(({ isAlive, paths }) => (isAlive ? paths : []))])
      for (const { file, isAlive, paths } of ledgers) {
        if (isAlive) continue
        for (const path of paths) if (!used.has(path)) remove(path)
        rmSync(file, { force: true })
      }
    },
  }

  /**
   * Creates the placeholders and returns the existing ones. If one cannot be created for a reason other than a missing
   * parent folder, none is kept.
   */
  function makeAll(paths: readonly string[], files: readonly string[]): readonly string[] {
    const made: string[] = []
    try {
      return paths.filter((path) => {
        if (!make(path, files.includes(path))) return isPlaceholder(path)
        made.push(path)
        return true
      })
    } catch (error) {
      forget(paths.filter((path) => !made.includes(path)))
      letGo(made, files)
      throw error
    }
  }

  function isPlaceholder(path: string): boolean {
    return (holders.get(path) ?? 0) > 1 || pathsOfOthers().has(path)
  }

  function pathsOfOthers(): ReadonlySet<string> {
    const others = ledgersIn(folder).filter((other) => other.file !== ledger && other.isAlive)
    return new Set(others.flatMap(({ paths }) => paths))
  }
}

interface Ledger {
  readonly file: string
  readonly isAlive: boolean
  readonly paths: readonly string[]
}

function ledgersIn(folder: string): readonly Ledger[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(suffix))
    .map((name) => {
      const file = join(folder, name)
      return { file, isAlive: isProcessAlive(name.slice(0, -suffix.length)), paths: pathsIn(file) }
    })
}

/** A ledger that is being written by another process, or was when that was killed, lists nothing. */
function pathsIn(file: string): readonly string[] {
  try {
    const paths: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}

/** Returns a text that git reads as "here" for the location of a repository, and as nothing for settings. */
function textOf(path: string): string {
  return basename(path) === 'commondir' ? '.\n' : ''
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

const readOnlyFile = 0o444

/**
 * Creates one placeholder; returns true if it was created. It is created in exactly the folder that was checked: a
 * running program may put a link in its place.
 */
function make(path: string, isFile: boolean): boolean {
  try {
    inVeryFolder(dirname(path), (at) => {
      const entry = at(basename(path))
      if (isFile) writeFileSync(entry, textOf(path), { flag: 'wx', mode: readOnlyFile })
      else mkdirSync(entry, { mode: 0o555 })
    })
    return true
  } catch (error) {
    if (['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error) ?? '')) return false
    throw error
  }
}

/** The system refuses to remove a folder with content. A file that has changed belongs to someone. */
function remove(path: string): void {
  try {
    inVeryFolder(dirname(path), (at) => {
      const entry = at(basename(path))
      const stat = lstatSync(entry)
      if (stat.isDirectory()) rmdirSync(entry)
      else if (isUntouched(stat) && readFileSync(entry, 'utf8') === textOf(path)) unlinkSync(entry)
    })
  } catch {
    return
  }
}

function isUntouched(stat: Stats): boolean {
  return stat.isFile() && (stat.mode & 0o222) === 0 && stat.size <= 2
}
