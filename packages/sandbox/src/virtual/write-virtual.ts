import { posix } from 'node:path'
import { fail, ToolFault } from '@drawbridge/core'
import type { WriteOptions, WriteReceipt } from '@drawbridge/core/machine'
import type { VirtualContent } from '@drawbridge/core/virtual'
import { hashBytes } from '../files/hash-file.ts'
import { type Content, contentOf } from '../files/write-granted.ts'
import { bytesOfText, textOfBytes } from './text-of-bytes.ts'
import type { VirtualCall } from './virtual-call.ts'
import { entryAt } from './virtual-entries.ts'

export interface VirtualPath {
  /** As the tool named it. */
  readonly path: string
  readonly virtual: string
}

/** The number of times that an addition is tried again after another writer was faster. */
const maxTries = 8

/**
 * Writes like to a file on disk, with the same codes. Nothing of another process is lost: the second writer gets an
 * error.
 */
export async function writeVirtual(
  where: VirtualPath,
  content: Uint8Array | readonly Uint8Array[],
  options: WriteOptions,
  call: VirtualCall,
): Promise<WriteReceipt> {
  call.permit(where.virtual, 'write')
  const text = textOfBytes(where.path, joined(contentOf(content)))
  const expects = options.expectedContent !== undefined || options.expectedHash !== undefined
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeOnce(where, text, options, call)
    } catch (error) {
      const isLate = ToolFault.isInstance(error) && error.failure.code === 'stale_file'
      if (!isLate || options.mode !== 'append' || expects || tries >= maxTries) throw error
    }
  }
}

async function writeOnce(
  { path, virtual }: VirtualPath,
  text: string,
  options: WriteOptions,
  call: VirtualCall,
): Promise<WriteReceipt> {
  const current = await call.tree.read(virtual)
  if (current === undefined) {
    if (typeof options.expectedHash === 'string' || options.expectedContent !== undefined) {
      fail('stale_file', `"${path}" was deleted since it was read.`)
    }
    await mustBeFree({ path, virtual }, options, call)
    return receiptOf(await call.tree.write(virtual, text, undefined, false), { created: true, backedUp: false })
  }
  mustBeAsExpected(path, current, options)
  const isAppending = options.mode === 'append'
  const backedUp = !isAppending && (await call.backUp(virtual, current.text))
  const next = isAppending ? current.text + text : text
  return receiptOf(await call.tree.write(virtual, next, current, isAppending), { created: false, backedUp })
}

/** Fails if a folder has that name, or a file has the name of a parent folder. */
async function mustBeFree(
  { path, virtual }: VirtualPath,
  { createDirectories = false }: WriteOptions,
  { tree, places }: VirtualCall,
): Promise<void> {
  const files = await tree.list()
  if (entryAt(virtual, files, places).kind === 'directory') {
    fail('is_a_directory', `"${path}" is a folder. List it, or name a file in it.`)
  }
  const parent = posix.dirname(virtual)
  if (parent === '.') return
  for (let folder = parent; folder !== '.'; folder = posix.dirname(folder)) {
    const isFile = !folder.includes('/') && places.kindOfRoot(folder) === 'file'
    if (isFile || entryAt(folder, files, places).kind === 'file') {
      fail('path_conflict', `"${path}" cannot be written: "${folder}" is a file, not a folder. Choose another path.`)
    }
  }
  if (!createDirectories && entryAt(parent, files, places).kind === 'missing') {
    fail(
      'file_not_found',
      `"${path}" cannot be written: its folder does not exist. Ask for missing folders to be created.`,
    )
  }
}

function mustBeAsExpected(path: string, current: VirtualContent, options: WriteOptions): void {
  const { mode, expectedHash, expectedContent } = options
  if (mode === 'create') fail('path_conflict', `"${path}" already exists. Allow replacing it, or choose another name.`)
  if (expectedHash === null) fail('stale_file', `"${path}" was created in the meantime. Read it first.`)
  const bytes = bytesOfText(current.text)
  const isAsExpected =
    (expectedHash === undefined || hashBytes(bytes) === expectedHash) &&
    (expectedContent === undefined || Buffer.compare(bytes, expectedContent) === 0)
  if (!isAsExpected) fail('stale_file', `"${path}" changed since it was read. Read it again before writing.`)
}

function receiptOf(
  written: VirtualContent | undefined,
  rest: Pick<WriteReceipt, 'created' | 'backedUp'>,
): WriteReceipt {
  const bytes = bytesOfText(written?.text ?? '')
  const receipt = { bytes: bytes.length, hash: hashBytes(bytes), ...rest }
  return written === undefined ? { ...receipt, created: false, gone: true } : receipt
}

function joined({ pieces }: Content): Uint8Array {
  const [only] = pieces
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces)
}
