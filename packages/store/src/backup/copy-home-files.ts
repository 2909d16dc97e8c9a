import type { FileHandle } from 'node:fs/promises'
import { homeFolder } from './backup-path.ts'
import { listHomeFiles } from './home-files.ts'
import type { BackupFile } from './manifest.ts'
import { openPlainFile } from './plain-file.ts'
import { writeNewFile } from './write-new-file.ts'

export interface CopyOptions {
  readonly home: string
  /** The backup's folder. */
  readonly folder: string
  readonly signal: AbortSignal | undefined
}

export interface CopiedFiles {
  readonly files: readonly BackupFile[]
  readonly leftOut: readonly string[]
}

/** Copies the files of a home. One that goes away meanwhile is left away; of a record that grows, whole lines are taken. */
export async function copyHomeFiles({ home, folder, signal }: CopyOptions): Promise<CopiedFiles> {
  const { files, leftOut } = await listHomeFiles(home)
  const copied: BackupFile[] = []
  for (const name of files) {
    signal?.throwIfAborted()
    const opened = await openPlainFile(home, name)
    if (opened === undefined) continue
    await using source = opened
    const path = `${homeFolder}/${name}`
    const { mode, size } = await source.stat()
    const executable = (mode & 0o100) !== 0
    const end = name.endsWith('.jsonl') ? await endOfLines(source, size) : size
    copied.push({ path, ...(await writeNewFile(folder, path, chunksOf(source, end), { executable })), executable })
  }
  return { files: copied, leftOut }
}

const chunkBytes = 65_536

/** Returns the offset after the last complete line. */
async function endOfLines(source: FileHandle, size: number): Promise<number> {
  const chunk = Buffer.alloc(chunkBytes)
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - chunkBytes)
    const { bytesRead } = await source.read(chunk, 0, end - start, start)
    const found = chunk.subarray(0, bytesRead).lastIndexOf('\n')
    if (found >= 0) return start + found + 1
    end = start
  }
  return 0
}

async function* chunksOf(source: FileHandle, end: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < end; ) {
    const chunk = Buffer.alloc(Math.min(chunkBytes, end - position))
    const { bytesRead } = await source.read(chunk, 0, chunk.length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
