import { createHash } from 'node:crypto'
import type { OpenFile } from '@drawbridge/core/machine'
import type { SeenContent } from '../read-guard.ts'
import { createLineCollector, type LineWindow } from '../text/line-collector.ts'
import type { TextFormat } from '../text/text-format.ts'

/** Lines of a file and what was learned on the way to them. */
export interface WindowRead {
  readonly lines: readonly string[]
  readonly truncatedLines: readonly number[]
  /** True if lines follow the window. */
  readonly hasMore: boolean
  /** Undefined if the rest of the file was not read to count them. */
  readonly totalLines: number | undefined
  /** Number of a line so long that reading was given up inside it. */
  readonly endlessLine: number | undefined
  readonly seen: SeenContent
}

export interface WindowRequest {
  /** The first bytes of the file, read already. */
  readonly head: Uint8Array
  readonly format: TextFormat
  readonly window: LineWindow
  readonly signal: AbortSignal
}

const chunkBytes = 256 * 1024

/** Files up to this size are read to their end: that gives the number of lines and a guard over all of the content. */
const wholeReadBytes = 8 * 1024 * 1024

/** A line longer than this is not read to its end, nor are lines after it: a hole in a file may be one of terabytes. */
const maxLineScanBytes = 64 * 1024 * 1024

/** Reads a window of lines in constant memory. Of a big file nothing after the window is read. */
export async function readWindow(file: OpenFile, { head, format, window, signal }: WindowRequest): Promise<WindowRead> {
  const collector = createLineCollector(window)
  const toUtf8 = format.codec.stream()
  const hash = createHash('sha256')
  const buffer = new Uint8Array(chunkBytes)
  const isSmall = file.stat.size <= wholeReadBytes
  let position = 0
  let chunk = head
  let isEndless = false
  while (chunk.length > 0) {
    hash.update(chunk)
    collector.push(toUtf8(position === 0 ? chunk.subarray(format.bomBytes) : chunk))
    position += chunk.length
    isEndless = collector.openLineBytes > maxLineScanBytes
    if (isEndless || (collector.full && !isSmall)) break
    signal.throwIfAborted()
    chunk = buffer.subarray(0, await file.read(buffer, position))
  }
  const isWhole = chunk.length === 0 || position >= file.stat.size
  const endlessLine = isEndless && !isWhole ? collector.lineCount : undefined
  if (isWhole || isEndless) collector.end()
  return {
    lines: collector.lines,
    truncatedLines: collector.truncatedLines,
    hasMore: collector.hasMore || (collector.full && !isWhole),
    totalLines: isWhole ? collector.lineCount : undefined,
    endlessLine,
    seen: { prefixBytes: position, prefixHash: hash.digest('hex'), size: isWhole ? position : file.stat.size },
  }
}

/** Up to `bytes` first bytes of a file. */
export async function readHead(file: OpenFile, bytes: number): Promise<Uint8Array> {
  const head = new Uint8Array(bytes)
  let length = 0
  while (length < bytes) {
    const read = await file.read(head.subarray(length), length)
    if (read === 0) break
    length += read
  }
  return head.subarray(0, length)
}
