import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOwnerAlive, ownerName } from './process-owner.ts'

/**
 * Empty folders that stand, while programs run, where a protected file does not exist: only what exists can be mounted over. An
 * empty folder is removed by the system only while it is empty, so that nothing of anybody's is ever lost.
 */
export interface Placeholders {
  /** Makes those that are missing, and keeps all of them from being removed until disposed of. */
  hold(paths: readonly string[]): Disposable
  /** Removes what processes left that ended without doing so, by being killed. */
  sweep(): void
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
    for (const path of paths) if (!holders.has(path) && !isOthers(path)) remove(path)
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
      return { [Symbol.dispose]: () => letGo(held) }
    },
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
    return (holders.get(path) ?? 0) > 1 || isOthers(path)
  }

  function isOthers(path: string): boolean {
    return ledgersIn(folder).some((other) => other.file !== ledger && other.isAlive && other.paths.includes(path))
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

/** Whether it was made. */
function make(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o555 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Refused by the system where it holds something by now, or is no folder. */
function remove(path: string): void {
  try {
    rmdirSync(path)
  } catch {
    return
  }
}
