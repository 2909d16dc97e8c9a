import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupFile } from './manifest.ts'

export interface WrittenFile extends Pick<BackupFile, 'bytes' | 'sha256'> {}

/** Writes a new file below a folder, for its owner alone and onto the disk. Resolves to what was written. */
export async function writeNewFile(
  root: string,
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  { executable = false }: { readonly executable?: boolean } = {},
): Promise<WrittenFile> {
  const file = join(root, ...path.split('/'))
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await using handle = await open(file, 'wx', executable ? 0o700 : 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    const written = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    hash.update(written)
    bytes += written.length
    await handle.appendFile(written)
  }
  await handle.sync()
  return { bytes, sha256: hash.digest('hex') }
}
