import { fail } from '@drawbridge/core'
import type { OpenFile } from '@drawbridge/core/machine'

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
