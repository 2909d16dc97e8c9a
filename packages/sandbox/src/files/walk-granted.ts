import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fail } from '@drawbridge/core'
import type { FileEntry, WalkOptions, WalkSummary } from '@drawbridge/core/machine'
import type { PathAccess } from '@drawbridge/core/target'
import { openFolder } from './anchored-folder.ts'
import { errnoOf, faultFromErrno } from './fault-from-errno.ts'
import type { PathGrant } from './grant.ts'
import { fileStat, lookUpNow } from './look-up.ts'

/** The visible part of a folder. */
export interface Visibility {
  /** Absent without a trace. */
  readonly isForbidden: (real: string) => boolean
  /** Absent and counted. */
  readonly isSensitive: (real: string) => boolean
  /** Absent and counted: a rule of the operator keeps it from calls with that access. */
  readonly isDenied: (real: string, access: PathAccess) => boolean
}

/** The number of entries read before other work gets its turn: about a millisecond. */
const batchSize = 256

/**
 * Walks a granted folder: a link is listed and never followed, one folder is open at a time and none while the caller has
 * its turn. What a folder holds is read when the walk comes to it.
 */
export async function* walkGranted(
  granted: PathGrant,
  { depth = Number.POSITIVE_INFINITY, enter = () => true, signal }: WalkOptions,
  { isForbidden, isSensitive, isDenied }: Visibility,
): AsyncGenerator<FileEntry, WalkSummary> {
  const summary = { sensitive: 0, denied: 0, unreadable: 0, unnamed: 0 }
  const levels = [await listFolder('').catch(explain(granted))]
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { done, value: entry } = level.next()
    if (done === true) {
      levels.pop()
      continue
    }
    signal?.throwIfAborted()
    yield entry
    if (entry.kind === 'directory' && levels.length < depth && (await enter(entry))) {
      levels.push(await listFolder(entry.path).catch(countUnreadable))
    }
  }
  return summary

  async function listFolder(path: string): Promise<ArrayIterator<FileEntry>> {
    await using folder = await openFolder(join(granted.real, path))
    const names = (await readdir(folder.self)).filter((name) => isVisible(join(folder.real, name))).sort()
    const entries: FileEntry[] = []
    for (const [index, name] of names.entries()) {
      if (index % batchSize === batchSize - 1) await setImmediate()
      const entry = lookUpNow(folder.at(name))
      if (entry.kind === 'missing') {
        // Node reads bytes of a name that are not UTF-8 as U+FFFD: another name than the entry has.
        if (name.includes('\ufffd')) summary.unnamed += 1
        continue
      }
      const { size, modifiedMs } = fileStat(entry.stat)
      entries.push({
        path: path === '' ? name : `${path}/${name}`,
        kind: entry.kind,
        size: entry.kind === 'directory' ? 0 : size,
        modifiedMs,
      })
    }
    return entries.values()
  }

  function isVisible(real: string): boolean {
    if (isForbidden(real)) return false
    if (isDenied(real, granted.access)) {
      summary.denied += 1
      return false
    }
    const hidden = !granted.sensitiveKnown && isSensitive(real)
    if (hidden) summary.sensitive += 1
    return !hidden
  }

  /** Closed to us, gone, or replaced meanwhile. */
  function countUnreadable(): ArrayIterator<FileEntry> {
    summary.unreadable += 1
    return ([] as FileEntry[]).values()
  }
}

function explain({ path }: PathGrant): (error: unknown) => never {
  return (error) => {
    if (errnoOf(error) === 'ENOTDIR') {
      fail('invalid_target', `"${path}" is a file, not a folder. Name its folder.`)
    }
    throw faultFromErrno(error, path)
  }
}
