import type { FileHandle } from 'node:fs/promises'
import { cp, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type Clock, systemClock } from '@drawbridge/core/base'
import { hashBytes, piecesOf } from './hash-file.ts'

/** The options of `createFileBackups`. */
export interface FileBackupOptions {
  /** The folder of backups; created when first needed, only for the owner. */
  readonly folder: string
  /** The number of backups kept of each path; the oldest go first. 0 = none are made. Default 10. */
  readonly keep?: number
  /** Largest content that is kept, in bytes. Default 64 MiB. */
  readonly maxBytes?: number
  readonly clock?: Clock
}

/** An earlier version of a file. */
export interface FileBackup {
  /** The real path that was backed up. */
  readonly original: string
  /** The path of the earlier content. */
  readonly path: string
  readonly savedMs: number
}

/** Keeps what writes and deletions would lose: one folder per path, one entry per time, named for people. */
export interface FileBackups {
  /** Backs up an open file's content. Resolves to false if the options turn backups off. */
  saveFile(original: string, handle: FileHandle, bytes: number): Promise<boolean>
  /** Like `saveFile`, for content that is not in a file. */
  saveBytes(original: string, content: Uint8Array): Promise<boolean>
  /** Backs up a folder of `bytes` in total. `path` is the place to read it from. */
  saveFolder(original: string, path: string, bytes: number): Promise<boolean>
  /** All backups, or those of one path, newest first. */
  list(original?: string): Promise<readonly FileBackup[]>
}

const originFile = 'ORIGINAL-PATH.txt'

/** Creates the store of earlier versions of changed files. */
export function createFileBackups(options: FileBackupOptions): FileBackups {
  const { folder, keep = 10, maxBytes = 64 * 1024 * 1024, clock = systemClock } = options
  let last = 0

  return {
    saveFile: (original, handle, bytes) =>
      save(original, bytes, async (path) => {
        await using copy = await open(path, 'wx', 0o600)
        for await (const piece of piecesOf(handle)) await copy.writeFile(piece)
        await copy.sync()
      }),
    saveBytes: (original, content) =>
      save(original, content.length, (path) => writeFile(path, content, { flag: 'wx', mode: 0o600, flush: true })),
    saveFolder: (original, from, bytes) =>
      save(original, bytes, (path) => cp(from, path, { recursive: true, verbatimSymlinks: true, errorOnExist: true })),
    list: async (original) => {
      const places = original === undefined ? await namesIn(folder) : [placeName(original)]
      const backups = await Promise.all(places.map((place) => listPlace(join(folder, place))))
      return backups.flat().sort((left, right) => right.savedMs - left.savedMs)
    },
  }

  async function save(original: string, bytes: number, copyTo: (path: string) => Promise<void>): Promise<boolean> {
    if (keep === 0 || bytes > maxBytes) return false
    const place = join(folder, placeName(original))
    await mkdir(place, { recursive: true, mode: 0o700 })
    await writeFile(join(place, originFile), `${original}\n`, { mode: 0o600 })
    last = Math.max(clock.now(), last + 1)
    await copyTo(join(place, `${timeName(last)}-${shorten(basename(original))}`))
    const old = (await backupNames(place)).slice(0, -keep)
    await Promise.all(old.map((name) => rm(join(place, name), { recursive: true, force: true })))
    return true
  }
}

/** The name of the path for people, and enough of a hash to tell paths of one name apart. */
function placeName(original: string): string {
  return `${shorten(basename(original))}-${hashBytes(Buffer.from(original)).slice(0, 16)}`
}

/** Leaves room for time and hash in a name of at most 255 bytes, even if each character takes four. */
function shorten(name: string): string {
  return name.slice(0, 48)
}

/** Sorts by time as text, and holds no character that a file system refuses. */
function timeName(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replaceAll(':', '.')
}

const timePattern = /^(\d{4}-\d\d-\d\dT\d\d)\.(\d\d)\.(\d\d\.\d{3}Z)-/

async function listPlace(place: string): Promise<FileBackup[]> {
  const names = await backupNames(place)
  if (names.length === 0) return []
  const original = (await readFile(join(place, originFile), 'utf8')).replace(/\n$/, '')
  return names.map((name) => {
    const [, hour, minute, second] = timePattern.exec(name) ?? []
    return { original, path: join(place, name), savedMs: Date.parse(`${hour}:${minute}:${second}`) }
  })
}

async function backupNames(place: string): Promise<string[]> {
  return (await namesIn(place)).filter((name) => timePattern.test(name)).sort()
}

async function namesIn(folder: string): Promise<string[]> {
  const exists = await stat(folder).catch(() => undefined)
  return exists === undefined ? [] : readdir(folder)
}
