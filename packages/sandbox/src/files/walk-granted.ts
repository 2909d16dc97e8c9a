import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileEntry, fail, type WalkOptions, type WalkSummary } from '@drawbridge/core'
import { openFolder } from './anchored-folder.ts'
import { errnoOf, faultFromErrno } from './fault-from-errno.ts'
import type { Grant } from './grant.ts'
import { fileStat, lookUp, type PresentEntry } from './look-up.ts'

/** What may be seen of a folder. */
export interface Visibility {
  /** Absent without a trace. */
  readonly isForbidden: (real: string) => boolean
  /** Absent and counted. */
  readonly isSensitive: (real: string) => boolean
}

/** Entries looked at together: enough to keep the disk busy, few enough to stop soon. */
const batchSize = 64

/** Walks a granted folder: a link is listed and never followed, one folder is open at a time. */
export async function* walkGranted(
  granted: Grant,
  { depth = Number.POSITIVE_INFINITY, enter = () => true, signal }: WalkOptions,
  { isForbidden, isSensitive }: Visibility,
): AsyncGenerator<FileEntry, WalkSummary> {
  const summary = { sensitive: 0, unreadable: 0 }
  yield* walkFolder('', await readFolder(granted), 1)
  return summary

  async function* walkFolder(folder: string, names: readonly string[], level: number): AsyncGenerator<FileEntry, void> {
    for (let start = 0; start < names.length; start += batchSize) {
      const batch = visibleNames(folder, names.slice(start, start + batchSize))
      const entries = await describeEntries(folder, batch).catch(noteUnreadable(folder))
      for (const entry of entries) {
        signal?.throwIfAborted()
        yield entry
        if (entry.kind === 'directory' && level < depth && (await enter(entry)))
          yield* enterFolder(entry.path, level + 1)
      }
    }
  }

  async function* enterFolder(folder: string, level: number): AsyncGenerator<FileEntry, void> {
    const names = await namesIn(join(granted.real, folder)).catch(noteUnreadable(folder))
    yield* walkFolder(folder, names, level)
  }

  /** A folder that is closed, gone or replaced meanwhile is left out, unless it is the one that was asked for. */
  function noteUnreadable(folder: string): (error: unknown) => never[] {
    return (error) => {
      if (folder === '') throw faultFromErrno(error, granted.path)
      summary.unreadable += 1
      return []
    }
  }

  function visibleNames(folder: string, names: readonly string[]): string[] {
    return names.filter((name) => {
      const real = join(granted.real, folder, name)
      if (isForbidden(real)) return false
      const hidden = !granted.sensitiveKnown && isSensitive(real)
      if (hidden) summary.sensitive += 1
      return !hidden
    })
  }

  async function describeEntries(folder: string, names: readonly string[]): Promise<FileEntry[]> {
    if (names.length === 0) return []
    await using anchored = await openFolder(join(granted.real, folder))
    const entries = await Promise.all(names.map((name) => lookUp(anchored.at(name))))
    return entries.flatMap((entry, index) => {
      const name = names[index] ?? ''
      return entry.kind === 'missing' ? [] : [describeEntry(folder === '' ? name : `${folder}/${name}`, entry)]
    })
  }
}

async function readFolder({ real, path }: Grant): Promise<string[]> {
  try {
    return await namesIn(real)
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR')
      return fail('invalid_target', `"${path}" is a file, not a folder. Name the folder that holds it.`)
    throw faultFromErrno(error, path)
  }
}

async function namesIn(real: string): Promise<string[]> {
  await using folder = await openFolder(real)
  return (await readdir(folder.self)).sort()
}

function describeEntry(path: string, { kind, stat }: PresentEntry): FileEntry {
  const { size, modifiedMs } = fileStat(stat)
  return { path, kind, size: kind === 'directory' ? 0 : size, modifiedMs }
}
