import { readdirSync, readFileSync, statSync } from 'node:fs'
import { posix } from 'node:path'
import type { CodeFile } from '@drawbridge/core/machine'
import { partOfCode } from './part-of-code.ts'

/** The number of files of one call that are examined; if there are more, the result says so. */
const maxFiles = 200
/** Bigger files are not read for the part of them that is run. */
const maxBytes = 1024 * 1024
/** The depth to which scripts that start scripts are followed. */
const maxDepth = 3
/** Shell scripts of one call that are read for what they start, and the longest of them, in characters. */
const maxScripts = 16
const maxScriptLength = 32_768

/** The files that the lines of a script run or obey, each with its folder. */
export interface ObeyedInside {
  readonly files: readonly { readonly file: CodeFile; readonly folder: string }[]
  /** True if they may start files that are unknown until they run. */
  readonly startsMore: boolean
}

export interface CodeLook {
  /** Returns what shell lines would run or obey in the given folder. */
  readonly obeyedBy: (script: string, folder: string) => ObeyedInside
  /** The folder in which the command and its scripts run. */
  readonly folder: string
  /** Returns the file of this machine for a path; undefined if there is none. */
  readonly toHost: (path: string) => string | undefined
}

/**
 * Returns the existing files that a command may run or obey: named files, files in a folder, and for a `package.json`
 * or makefile the text that is run and its own files; the same for shell scripts that start others. A file created
 * later gives another result.
 */
export function lookAtCode(files: readonly CodeFile[], { obeyedBy, folder, toHost }: CodeLook): readonly CodeFile[] {
  const found = new Map<string, CodeFile>()
  let isCut = false
  let scripts = 0
  const add = (file: CodeFile): boolean => {
    const key = keyOf(file)
    if (found.has(key)) return false
    if (found.size >= maxFiles) {
      isCut = true
      return false
    }
    found.set(key, file)
    return true
  }
  const look = (file: CodeFile, cwd: string, depth: number): void => {
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
    if (!isNew) return
    if (read === undefined) follow({ ...file, path }, cwd, depth)
    if (read === undefined || depth >= maxDepth) return
    const base = posix.dirname(file.path)
    for (const name of read.includes) look({ path: posix.resolve(base, name), why: file.why }, base, depth + 1)
    for (const line of read.says) lookAll(obeyedBy(line, base), depth + 1)
  }
  const lookAll = ({ files: inner }: ObeyedInside, depth: number): void => {
    for (const { file, folder } of inner) look(file, folder, depth)
  }
  /** A shell script starts others relative to the folder in which the command runs, not to its own folder. */
  const follow = (file: CodeFile, cwd: string, depth: number): void => {
    if (!mayBeShell(file)) return
    const { path } = file
    const text = textOf(path)
    if (file.language !== 'shell' && !shebang.test(text)) return
    scripts += 1
    const isRead = scripts <= maxScripts && text.length <= maxScriptLength && (text !== '' || sizeOf(path) === 0)
    const inside = isRead ? obeyedBy(text, cwd) : { files: [], startsMore: true }
    const isFollowed = depth < maxDepth || inside.files.length === 0
    if (inside.startsMore || !isFollowed) found.set(keyOf(file), { ...file, startsMore: true })
    if (isFollowed) lookAll(inside, depth + 1)
  }
  for (const file of files) look(file, folder, 0)
  const rest: readonly CodeFile[] = isCut
    ? [{ path: '', why: `its effect depends on more than ${maxFiles} files`, uncertain: true }]
    : []
  return [...found.values(), ...rest]
}

function keyOf({ path, part }: CodeFile): string {
  return JSON.stringify([path, part])
}

const shebang = /^#!.*\b(?:ba|da|z|k|a)?sh\b/

/** By its name: a script that says in its first line what it is has the ending of a shell, or none. */
function mayBeShell({ path, language }: CodeFile): boolean {
  return language === 'shell' || /\.(?:ba|z|k)?sh$/.test(path) || !posix.basename(path).slice(1).includes('.')
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch {
    return Number.POSITIVE_INFINITY
  }
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

/** Returns no content of a file that is too large; such a file counts as a whole and is not shown. */
function textOf(path: string): string {
  try {
    return statSync(path).size > maxBytes ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
