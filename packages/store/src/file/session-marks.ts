import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasEnded, type ProcessIdentity, processIdentity } from '../recover/process-identity.ts'

const folderName = '.open'
/** The time for which the mark of an unknown process on another host counts, in milliseconds. */
const foreignMs = 86_400_000

/**
 * Marks a session's file as being written by this process, before the first line is written: a process that imports the
 * file then knows that a call without an end may still be running. The mark of a killed process stays.
 * @param name The file's name.
 */
export function markSessionFile(folder: string, name: string): Disposable {
  const marks = join(folder, folderName)
  mkdirSync(marks, { recursive: true, mode: 0o700 })
  const mark = join(marks, `${name}.${randomUUID()}`)
  writeFileSync(mark, JSON.stringify(processIdentity()), { mode: 0o600 })
  return { [Symbol.dispose]: () => rmSync(mark, { force: true }) }
}

/** Returns true if a live process writes a session's file. Marks of dead processes are removed. */
export function isBeingWritten(folder: string, name: string): boolean {
  const marks = join(folder, folderName)
  return namesIn(marks)
    .filter((mark) => mark.startsWith(`${name}.`))
    .some((mark) => isLiving(join(marks, mark)))
}

function isLiving(mark: string): boolean {
  try {
    const identity = JSON.parse(readFileSync(mark, 'utf8')) as ProcessIdentity
    const lives = !(hasEnded(identity) ?? statSync(mark).mtimeMs < Date.now() - foreignMs)
    if (!lives) rmSync(mark, { force: true })
    return lives
  } catch (error) {
    // Half-written, by one that is about to begin; or gone, by one that has ended.
    return error instanceof SyntaxError
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
