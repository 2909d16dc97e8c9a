import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'

const chunkBytes = 256 * 1024

/** Pieces of an open file from its start, each valid until the next is asked for. */
export async function* piecesOf(handle: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** SHA-256 of an open file's content, hex, in constant memory. */
export async function hashFile(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(handle)) hash.update(piece)
  return hash.digest('hex')
}

/** SHA-256 of bytes, hex. */
export function hashBytes(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Resolves to true if an open file's content is exactly these bytes, in constant memory. */
export async function hasContent(handle: FileHandle, content: Uint8Array): Promise<boolean> {
  let compared = 0
  for await (const piece of piecesOf(handle)) {
    const expected = content.subarray(compared, compared + piece.length)
    if (Buffer.compare(piece, expected) !== 0) return false
    compared += piece.length
  }
  return compared === content.length
}

/** Returns the SHA-256 (hex) of the file at an absolute path; undefined if it is not a readable file. */
export async function hashPath(path: string): Promise<string | undefined> {
  try {
    // A named pipe would be waited for otherwise.
    await using handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return (await handle.stat()).isFile() ? await hashFile(handle) : undefined
  } catch {
    return undefined
  }
}
