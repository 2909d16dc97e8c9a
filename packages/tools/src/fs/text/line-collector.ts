import { countLineFeeds, utf8Boundary } from './text-codec.ts'

export interface LineWindow {
  /** First line wanted; the first line of a file is 1. */
  readonly startLine: number
  readonly maxLines: number
  /** Bytes of one line kept at most. */
  readonly maxLineBytes: number
  /** Bytes of all lines together, each with its line end; the line that would pass it is left for the next window. */
  readonly maxBytes: number
}

export interface LineCollector {
  /** Takes the next chunk of UTF-8, cut anywhere. */
  push(chunk: Uint8Array): void
  /** No more chunks: the text after the last line feed, if any, is a line too. */
  end(): void
  /** Lines of the window so far, without line ends (`\n` or `\r\n`). */
  readonly lines: readonly string[]
  /** Numbers of the lines that were cut at `maxLineBytes`. */
  readonly truncatedLines: readonly number[]
  /** True if the window accepts no more lines. */
  readonly full: boolean
  /** True if text follows the window; certain only once `full`. */
  readonly hasMore: boolean
  /** Lines seen so far, inside the window or not, the unfinished one included. */
  readonly lineCount: number
  /** Bytes of the line that has begun and not ended. */
  readonly openLineBytes: number
}

const lineFeed = 0x0a

/**
 * Collects a window of lines from a stream in memory that depends on the window alone. Lines before and after it are counted,
 * not kept. Joined over any cuts it equals splitting the whole text at `\n`, except that a final line feed starts no new line.
 */
export function createLineCollector(window: LineWindow): LineCollector {
  const lines: string[] = []
  const truncatedLines: number[] = []
  let endedLines = 0
  let openLineBytes = 0
  let kept: Uint8Array[] = []
  let keptBytes = 0
  let usedBytes = 0
  let full = window.maxLines === 0
  let hasMore = false

  const inWindow = () => !full && endedLines + 1 >= window.startLine

  function keep(piece: Uint8Array): void {
    // One byte above the limit tells a line of exactly the limit from a longer one, one more leaves room for `\r`.
    const room = window.maxLineBytes + 2 - keptBytes
    if (room <= 0 || piece.length === 0) return
    kept.push(piece.slice(0, room))
    keptBytes += Math.min(room, piece.length)
  }

  function takeLine(): void {
    const bytes = withoutCarriageReturn(Buffer.concat(kept), openLineBytes)
    const isLong = bytes.length > window.maxLineBytes
    const end = isLong ? utf8Boundary(bytes, window.maxLineBytes) : bytes.length
    const isFirst = lines.length === 0
    if (!isFirst && usedBytes + end + 1 > window.maxBytes) {
      full = true
      hasMore = true
      return
    }
    usedBytes += end + 1
    lines.push(bytes.toString('utf8', 0, end))
    if (isLong) truncatedLines.push(endedLines + 1)
    full = lines.length >= window.maxLines
  }

  function endLine(): void {
    if (inWindow()) takeLine()
    else if (full) hasMore = true
    endedLines += 1
    openLineBytes = 0
    kept = []
    keptBytes = 0
  }

  /** Skips a whole chunk at once if no line of the window can end in it. Returns true if it did. */
  function passOver(chunk: Uint8Array): boolean {
    const isBefore = !full && endedLines + 1 < window.startLine
    if (!isBefore && !(full && hasMore)) return false
    const feeds = countLineFeeds(chunk)
    if (isBefore && endedLines + feeds + 1 >= window.startLine) return false
    endedLines += feeds
    openLineBytes = feeds === 0 ? openLineBytes + chunk.length : chunk.length - 1 - chunk.lastIndexOf(lineFeed)
    return true
  }

  return {
    push(chunk) {
      if (passOver(chunk)) return
      let start = 0
      while (start < chunk.length) {
        const feed = chunk.indexOf(lineFeed, start)
        const end = feed === -1 ? chunk.length : feed
        openLineBytes += end - start
        if (inWindow()) keep(chunk.subarray(start, end))
        if (feed === -1) break
        endLine()
        start = feed + 1
      }
      if (full && openLineBytes > 0) hasMore = true
    },
    end() {
      if (openLineBytes > 0) endLine()
    },
    lines,
    truncatedLines,
    get full() {
      return full
    },
    get hasMore() {
      return hasMore
    },
    get lineCount() {
      return endedLines + (openLineBytes > 0 ? 1 : 0)
    },
    get openLineBytes() {
      return openLineBytes
    },
  }
}

function withoutCarriageReturn(kept: Buffer, lineBytes: number): Buffer {
  const isWhole = kept.length === lineBytes
  return isWhole && kept.at(-1) === 0x0d ? kept.subarray(0, -1) : kept
}
