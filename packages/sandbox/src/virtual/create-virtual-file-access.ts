import { basename, dirname } from 'node:path'
import { fail, type Target } from '@drawbridge/core'
import { isWithin, nearestNames } from '@drawbridge/core/base'
import type { FileAccess, FileEntry, FileStat, OpenFile, WalkOptions, WalkSummary } from '@drawbridge/core/machine'
import type { PathDenials } from '@drawbridge/core/target'
import type { VirtualContent } from '@drawbridge/core/virtual'
import { type FileOperation, grant } from '../files/grant.ts'
import { readBounded } from '../files/open-granted.ts'
import { isSensitivePath } from '../path/sensitive-path.ts'
import { moveVirtual } from './move-virtual.ts'
import { removeVirtual } from './remove-virtual.ts'
import { bytesOfText } from './text-of-bytes.ts'
import type { VirtualCall } from './virtual-call.ts'
import { entriesIn, entryAt, statOf } from './virtual-entries.ts'
import type { VirtualScene } from './virtual-scene.ts'
import { walkMerged } from './walk-merged.ts'
import { writeVirtual } from './write-virtual.ts'

export interface VirtualAccess {
  readonly scene: VirtualScene
  readonly call: VirtualCall
  readonly targets: readonly Target[]
  readonly denials?: PathDenials | undefined
  /** The disk as the call may use it. */
  readonly disk: FileAccess
  /** The same, and what the call may take away it may read. */
  readonly moving: FileAccess
}

/** The workspace as one call may use it: what is virtual from the tree, the rest from the disk. */
export function createVirtualFileAccess({ scene, call, targets, denials, disk, moving }: VirtualAccess): FileAccess {
  const { tree, places } = scene
  const context = { targets, boundaries: scene.open, probe: scene.probe, denials }
  const resolve = (path: string, operation: FileOperation) => {
    const { real } = grant(path, operation, context)
    const virtual = places.locate(real)
    return { path, virtual, real: virtual === undefined ? real : places.real(virtual) }
  }

  return {
    stat: async (path) => {
      const { virtual } = resolve(path, 'stat')
      return virtual === undefined ? disk.stat(path) : statVirtual(virtual)
    },
    open: async (path) => {
      const { virtual } = resolve(path, 'read')
      return virtual === undefined ? disk.open(path) : openText(await contentAt(path, virtual))
    },
    readBytes: async (path, options) => {
      const { virtual } = resolve(path, 'read')
      if (virtual === undefined) return disk.readBytes(path, options)
      await using file = openText(await contentAt(path, virtual))
      return await readBounded(file, path, options.maxBytes)
    },
    write: async (path, content, options) => {
      const { virtual } = resolve(path, 'write')
      if (virtual === undefined) return disk.write(path, content, options)
      return writeVirtual({ path, virtual }, content, options, call)
    },
    remove: async (path, options) => {
      const { virtual } = resolve(path, 'remove')
      return virtual === undefined
        ? disk.remove(path, options)
        : removeVirtual({ path, virtual }, options, call, denials)
    },
    move: async (from, to, options) => {
      const ends = { from: resolve(from, 'take'), to: resolve(to, 'write') }
      const isPlain = ends.from.virtual === undefined && ends.to.virtual === undefined
      return isPlain ? disk.move(from, to, options) : moveVirtual({ ...ends, ...options, disk: moving }, call)
    },
    walk: (path, options = {}) => walk(path, options),
    visible: (path) => {
      const virtual = path.startsWith('/') ? places.locate(path) : undefined
      return virtual === undefined ? disk.visible(path) : isVisible(places.real(virtual))
    },
    realPath: (path) => resolve(path, 'stat').real,
    readIgnoreFile: async (folder) => (places.locate(folder) === undefined ? disk.readIgnoreFile(folder) : undefined),
    similarNames: async (path) => {
      const { virtual, real } = resolve(path, 'stat')
      const folder = virtual === undefined ? dirname(real) : dirname(virtual)
      if (virtual === undefined && folder !== places.workspace) return disk.similarNames(path)
      const inRoot = virtual === undefined || folder === '.'
      const names = entriesIn(inRoot ? '' : folder, await tree.list(), places).map((entry) => entry.path)
      const onDisk = inRoot ? await disk.similarNames(path).catch(() => []) : []
      return [...nearestNames(basename(real), names), ...onDisk]
    },
  }

  async function statVirtual(virtual: string): Promise<FileStat | undefined> {
    return statOf(entryAt(virtual, await tree.list(), places))
  }

  async function contentAt(path: string, virtual: string): Promise<VirtualContent> {
    const content = await call.tree.read(virtual)
    if (content !== undefined) return content
    const { kind } = entryAt(virtual, await tree.list(), places)
    if (kind === 'directory') fail('is_a_directory', `"${path}" is a folder. List it, or name a file in it.`)
    return fail('file_not_found', `"${path}" does not exist. List its folder to see its files.`)
  }

  async function* walk(path: string, options: WalkOptions): AsyncGenerator<FileEntry, WalkSummary> {
    const { virtual, real } = resolve(path, 'list')
    if (virtual === undefined && real !== places.workspace) return yield* disk.walk(path, options)
    const all = await tree.list()
    const isDenied = (file: string) => denials?.find(places.real(file), 'list') !== undefined
    const files = all.filter((file) => !isDenied(file.path))
    if (virtual !== undefined && entryAt(virtual, files, places).kind !== 'directory') {
      await contentAt(path, virtual)
      fail('invalid_target', `"${path}" is a file, not a folder. Name its folder.`)
    }
    const entries = virtual === undefined ? disk.walk(path, options) : undefined
    const below = (file: string) => virtual === undefined || isWithin(virtual, file)
    const denied = all.filter((file) => below(file.path)).length - files.filter((file) => below(file.path)).length
    return yield* walkMerged(entries, { folder: virtual ?? '', files, denied, places }, options)
  }

  /** Returns true if a hit of a search may be shown. */
  function isVisible(real: string): boolean {
    const target = targets.find(
      (each) =>
        each.kind === 'path' &&
        (each.access === 'read' || each.access === 'list') &&
        (each.real === real || (each.recursive && isWithin(each.real, real))),
    )
    if (target?.kind !== 'path' || denials?.find(real, target.access, 'list') !== undefined) return false
    return target.sensitive || !isSensitivePath(real, scene.open)
  }
}

function openText(content: VirtualContent): OpenFile {
  const bytes = bytesOfText(content.text)
  const { modifiedMs } = content
  return {
    stat: { kind: 'file', size: bytes.length, modifiedMs, mode: 0o600, links: 1 },
    read: async (buffer, position) => {
      const piece = bytes.subarray(position, position + buffer.length)
      buffer.set(piece)
      return piece.length
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
