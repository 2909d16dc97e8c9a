import { type BigIntStats, constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fail, type OutcomeCode } from '@drawbridge/core'
import type { OpenFile } from '@drawbridge/core/machine'
import { sharedContent } from '../path/link-probe.ts'
import { type AnchoredFolder, openFolder } from './anchored-folder.ts'
import type { PathGrant } from './grant.ts'
import { entryKind, isSameEntry, lookUp, type PresentEntry } from './look-up.ts'

export interface HeldFile {
  readonly handle: FileHandle
  readonly stat: BigIntStats
}

/** Opens a granted file for reading. The caller closes the handle. */
export async function openGranted(granted: PathGrant): Promise<HeldFile> {
  if (granted.real === '/') fail('is_a_directory', '"/" is a folder. List it, or name a file in it.')
  await using folder = await openFolder(dirname(granted.real))
  return await openIn(folder, granted, constants.O_RDONLY)
}

/**
 * Opens a granted file in its folder. Only a file: what is a link, pipe or device by now is refused before opening (a
 * device may act on being opened) and once more after it, and opening never waits for another process.
 */
export async function openIn(folder: AnchoredFolder, granted: PathGrant, flags: number): Promise<HeldFile> {
  const path = folder.at(basename(granted.real))
  const before = await lookUp(path)
  if (before.kind === 'missing')
    fail('file_not_found', `"${granted.path}" does not exist. List its folder to see its files.`)
  mustBeFile(before.kind, granted)
  const handle = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await handle.stat({ bigint: true })
    if (!isSameEntry(before.stat, stat))
      fail('stale_file', `"${granted.path}" was replaced while it was opened. Call again.`)
    mustBeFile(entryKind(stat), granted)
    mustBeKnown(stat, granted, (flags & (constants.O_WRONLY | constants.O_RDWR)) === 0)
    return { handle, stat }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Refuses what is not a file, saying what it is. */
export function mustBeFile(kind: PresentEntry['kind'], { path }: PathGrant): void {
  if (kind === 'file') return
  const { code, says } = insteadOfFile[kind]
  fail(code, `"${path}" ${says}`)
}

const insteadOfFile = {
  directory: { code: 'is_a_directory', says: 'is a folder. List it, or name a file in it.' },
  symlink: { code: 'stale_file', says: 'became a symbolic link after it was checked. Call again.' },
  other: { code: 'not_a_file', says: 'is a pipe, socket or device, not a file.' },
} as const satisfies Record<Exclude<PresentEntry['kind'], 'file'>, { code: OutcomeCode; says: string }>

/** A second name that appeared after the decision was not part of it. */
function mustBeKnown(stat: BigIntStats, { path, real, sharedContentKnown }: PathGrant, reads: boolean): void {
  if (sharedContentKnown) return
  const entry = { kind: 'file', links: Number(stat.nlink), worldReadable: (stat.mode & 0o004n) !== 0n } as const
  const shared = sharedContent(real, reads ? 'read' : 'write', entry)
  if (shared !== undefined) fail('path_outside_roots', `"${path}" ${shared}. Call again, so that it can be decided on.`)
}

/** The whole content of an open file. Does not trust its size: files of the process file system say 0. */
export async function readBounded(file: OpenFile, path: string, maxBytes: number): Promise<Uint8Array> {
  if (file.stat.size > maxBytes) fail('file_too_large', tooLarge(path, file.stat.size, maxBytes))
  let buffer = new Uint8Array(Math.min(file.stat.size, maxBytes) + 1)
  let filled = 0
  for (;;) {
    if (filled > maxBytes) fail('file_too_large', tooLarge(path, filled, maxBytes))
    if (filled === buffer.length) {
      const larger = new Uint8Array(Math.min(buffer.length * 2 + 4096, maxBytes + 1))
      larger.set(buffer)
      buffer = larger
    }
    const count = await file.read(buffer.subarray(filled), filled)
    if (count === 0) return buffer.subarray(0, filled)
    filled += count
  }
}

function tooLarge(path: string, bytes: number, maxBytes: number): string {
  return `"${path}" has at least ${bytes} bytes, more than the limit of ${maxBytes} for one read. Read a part of it.`
}
