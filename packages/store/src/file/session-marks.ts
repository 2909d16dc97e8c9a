import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasEnded, type ProcessIdentity, processIdentity } from '../recover/process-identity.ts'

const folderName = '.open'
/** How long the mark of a process on another host counts, of which nothing else is known. */
const foreignMs = 86_400_000

/**
 * Marks a session's file as one that this process writes, before it writes the first line: whoever takes the file over then knows
 * that a call without an end may still be under way. The mark of a process that is killed stays.
 * @param name Of the file.
 */
export function markSessionFile(folder: string, name: string): Disposable {
  const marks = join(folder, folderName)
  mkdirSync(marks, { recursive: true, mode: 0o700 })
  const mark = join(marks, `${name}.${randomUUID()}`)
  writeFileSync(mark, JSON.stringify(processIdentity()), { mode: 0o600 })
  return { [Symbol.dispose]: () => rmSync(mark, { force: true }) }
}

/** Whether a process that lives writes a session's file. Marks of those that died are removed. */
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
