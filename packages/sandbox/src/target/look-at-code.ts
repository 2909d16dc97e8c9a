import { readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import type { CodeFile } from '@drawbridge/core'
import { partOfCode } from './part-of-code.ts'

/** Files of one call that are looked at; of more it is said. */
const maxFiles = 200
/** Bigger files are not read for the part of them that is run. */
const maxBytes = 1024 * 1024
/** How far scripts that start scripts are followed. */
const maxDepth = 3

export interface CodeLook {
  /** What the lines of a script would run or obey in their turn, in the folder given. */
  readonly obeyedBy: (script: string, folder: string) => readonly CodeFile[]
  /** The file of this machine that a path stands for; undefined where there is none. */
  readonly toHost: (path: string) => string | undefined
}

/**
 * Of what a command may run or obey, that which there is now: files by name, those that a folder holds, and of a `package.json` or
 * makefile the text that is run, with what that runs in its turn. A file that comes later is another answer.
 */
export function lookAtCode(files: readonly CodeFile[], { obeyedBy, toHost }: CodeLook): readonly CodeFile[] {
  const found = new Map<string, CodeFile>()
  let isCut = false
  const add = (file: CodeFile): boolean => {
    const key = JSON.stringify([file.path, file.part])
    if (found.has(key)) return false
    if (found.size >= maxFiles) {
      isCut = true
      return false
    }
    found.set(key, file)
    return true
  }
  const look = (file: CodeFile, depth: number): void => {
    const path = toHost(file.path)
    if (path === undefined) return
    const { endings, part, ...plain } = { ...file, path }
    if (endings !== undefined) {
      for (const name of namesIn(path, endings)) add({ ...plain, path: posix.join(path, name) })
      return
    }
    if (!isFile(path)) return
    const read = part === undefined ? undefined : partOfCode(textOf(path), part)
    const isNew = add({
      ...plain,
      ...(part === undefined ? {} : { part }),
      ...(read?.says.length ? { says: read.says } : {}),
    })
    if (read === undefined || !isNew || depth >= maxDepth) return
    const folder = posix.dirname(file.path)
    for (const name of read.includes) look({ path: posix.resolve(folder, name), why: file.why }, depth + 1)
    for (const line of read.says) for (const inner of obeyedBy(line, folder)) look(inner, depth + 1)
  }
  for (const file of files) look(file, 0)
  const rest: readonly CodeFile[] = isCut
    ? [{ path: '', why: `more than ${maxFiles} files decide what it does`, uncertain: true }]
    : []
  return [...found.values(), ...rest]
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function namesIn(folder: string, endings: readonly string[]): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => endings.some((ending) => name.endsWith(ending)))
      .sort()
  } catch {
    return []
  }
}

/** Nothing of what is too big, which then counts as a whole and is shown nowhere. */
function textOf(path: string): string {
  try {
    return statSync(path).size > maxBytes ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
