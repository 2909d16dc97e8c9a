import { fail } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import { bytesOfText, textOfBytes } from './text-of-bytes.ts'
import type { VirtualCall } from './virtual-call.ts'
import { entryAt } from './virtual-entries.ts'
import { writeVirtual } from './write-virtual.ts'

/** One end of a move; without `virtual` it is on disk. */
export interface MoveEnd {
  readonly path: string
  readonly real: string
  readonly virtual: string | undefined
}

export interface VirtualMove {
  readonly from: MoveEnd
  readonly to: MoveEnd
  readonly overwrite: boolean
  readonly createDirectories?: boolean
  /** The disk; may read what the call may take away. */
  readonly disk: FileAccess
}

/** More than any limit on stored files, so that the limits give the reason. */
const maxBytes = 8 * 1024 * 1024

/**
 * Moves one text file between the disk and what is kept, or within that. The new one is there before the old one goes: what fails in
 * between leaves both. Folders are not moved.
 */
export async function moveVirtual(move: VirtualMove, call: VirtualCall): Promise<{ readonly backedUp: boolean }> {
  const { from, to } = move
  if (from.real === to.real)
    fail('path_conflict', `"${from.path}" and "${to.path}" are the same place. Nothing was moved.`)
  if (from.virtual !== undefined) call.permit(from.virtual, 'delete')
  if (to.virtual !== undefined) call.permit(to.virtual, 'write')
  const source = await readSource(move, call)
  const { backedUp } = await writeDestination(move, source.bytes, call)
  await source.remove()
  return { backedUp }
}

interface MoveSource {
  readonly bytes: Uint8Array
  remove(): Promise<unknown>
}

async function readSource({ from, disk }: VirtualMove, call: VirtualCall): Promise<MoveSource> {
  const { path, virtual } = from
  if (virtual === undefined) {
    const stat = await disk.stat(path)
    if (stat === undefined) return missing(path)
    if (stat.kind === 'directory') return folder(path)
    if (stat.kind === 'other') {
      fail(
        'not_a_file',
        `"${path}" is a link, pipe or device. Only text files can be moved to Drawbridge's stored files.`,
      )
    }
    const bytes = await disk.readBytes(path, { maxBytes })
    textOfBytes(path, bytes)
    return { bytes, remove: () => disk.remove(path, { recursive: false }) }
  }
  const current = await call.tree.read(virtual)
  if (current !== undefined) {
    return { bytes: bytesOfText(current.text), remove: () => call.tree.remove(virtual, current.version) }
  }
  return entryAt(virtual, await call.tree.list(), call.places).kind === 'directory' ? folder(path) : missing(path)
}

function missing(path: string): never {
  return fail('file_not_found', `"${path}" does not exist, so there is nothing to move.`)
}

function folder(path: string): never {
  return fail(
    'is_a_directory',
    `"${path}" is a folder, but only files can be moved between the disk and Drawbridge's stored files. Move its files one by one.`,
  )
}

async function writeDestination(
  { to, overwrite, createDirectories = false, disk }: VirtualMove,
  bytes: Uint8Array,
  call: VirtualCall,
): Promise<{ readonly backedUp: boolean }> {
  const options = { mode: overwrite ? 'replace' : 'create', createDirectories } as const
  const { path, virtual } = to
  return virtual === undefined
    ? disk.write(path, bytes, options)
    : writeVirtual({ path, virtual }, bytes, options, call)
}
