import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/fault-from-errno.ts'
import { isOwnerAlive, ownerName } from './process-owner.ts'

/**
 * Empty folders that stand, while programs run, where a protected file does not exist: only what exists can be mounted over. An
 * empty folder is removed by the system only while it is empty, so that nothing of anybody's is ever lost. One is a file, since
 * git would stop at a folder.
 */
export interface Placeholders {
  /** Those that stand now, for programs of this or of another process. */
  standing(): ReadonlySet<string>
  /** Makes those that are missing, and keeps all of them from being removed until disposed of. */
  hold(paths: readonly string[]): HeldPlaceholders
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
  const ledger = join(folder, `${ownerName()}${suffix}`)
  const note = () => {
    if (holders.size === 0) rmSync(ledger, { force: true })
    else {
      writeFileSync(`${ledger}.new`, JSON.stringify([...holders.keys()]), { mode: 0o600 })
      renameSync(`${ledger}.new`, ledger)
    }
  }
  const letGo = (paths: readonly string[]) => {
    for (const path of paths) {
      const left = (holders.get(path) ?? 1) - 1
      if (left > 0) holders.set(path, left)
      else holders.delete(path)
    }
    const others = pathsOfOthers()
    for (const path of paths) if (!holders.has(path) && !others.has(path)) remove(path)
    note()
  }
  return {
    hold: (paths) => {
      for (const path of paths) holders.set(path, (holders.get(path) ?? 0) + 1)
      // Noted before they are made: what is not noted would stay if this process were killed now.
      note()
      const held = paths.filter((path) => make(path) || isPlaceholder(path))
      // What came to be meanwhile by somebody else is no placeholder, and is not ours to remove.
      const foreign = paths.filter((path) => !held.includes(path))
      for (const path of foreign) holders.delete(path)
      if (foreign.length > 0) note()
      return { paths: held, [Symbol.dispose]: () => letGo(held) }
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
      return { file, isAlive: isOwnerAlive(name.slice(0, -suffix.length)), paths: pathsIn(file) }
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

/** What git takes for "here". */
const redirection = '.\n'

export function isPlaceholderFile(path: string): boolean {
  return path.endsWith('/.git/commondir')
}

/** Whether it was made. */
function make(path: string): boolean {
  try {
    if (isPlaceholderFile(path)) writeFileSync(path, redirection, { flag: 'wx', mode: 0o444 })
    else mkdirSync(path, { mode: 0o555 })
    return true
  } catch (error) {
    if (['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errnoOf(error) ?? '')) return false
    throw error
  }
}

/** Refused by the system where a folder holds something by now, or is none. */
function remove(path: string): void {
  try {
    if (!isPlaceholderFile(path)) rmdirSync(path)
    else if (readFileSync(path, 'utf8') === redirection) unlinkSync(path)
  } catch {
    return
  }
}
