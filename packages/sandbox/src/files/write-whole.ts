import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

/** The content to write, as consecutive pieces. */
export interface Content {
  readonly pieces: readonly Uint8Array[]
  /** Bytes of all pieces. */
  readonly length: number
}

export function contentOf(content: Uint8Array | readonly Uint8Array[]): Content {
  const pieces = content instanceof Uint8Array ? [content] : content
  return { pieces, length: pieces.reduce((sum, piece) => sum + piece.length, 0) }
}

/** Writes from the start of a file. Resolves to the SHA-256 (hex) of the content, which is made while the disk is busy. */
export async function writeWhole(file: FileHandle, { pieces }: Content): Promise<string> {
  const hash = createHash('sha256')
  let position = 0
  for (const piece of pieces) {
    const writing = writeAt(file, piece, position)
    hash.update(piece)
    await writing
    position += piece.length
  }
  return hash.digest('hex')
}

async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  if (bytes.length === 0) return
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, position)
  await writeAt(file, bytes.subarray(bytesWritten), position + bytesWritten)
}
