import type { FileHandle } from 'node:fs/promises'

const lineFeed = 0x0a
const pageBytes = 1_048_576
/** Far longer than any event is; a longer line is none, and is passed over without being read into memory. */
const maxLineBytes = 67_108_864

/** The next whole lines of a file. */
export interface LinePage {
  /** Undefined stands for a line that is too long. */
  readonly lines: readonly (string | undefined)[]
  /** The number of bytes of these lines, with their ends. */
  readonly bytes: number
}

/**
 * Returns about one page of complete lines from an offset; undefined if there are none. Only a line feed ends a line.
 */
export async function readLinePage(file: FileHandle, from: number): Promise<LinePage | undefined> {
  const text = await readWhole(file, from, pageBytes)
  if (text === 'long') {
    const end = await endOfLine(file, from + maxLineBytes)
    return end === undefined ? undefined : { lines: [undefined], bytes: end - from }
  }
  if (text.length === 0) return undefined
  return { lines: text.toString('utf8').slice(0, -1).split('\n'), bytes: text.length }
}

/** Returns the first line in bytes, or its beginning if it is too long; undefined if it is not complete yet. */
export async function readFirstLine(file: FileHandle): Promise<Buffer | undefined> {
  const text = await readWhole(file, 0, 16_384)
  if (text === 'long') return (await endOfLine(file, maxLineBytes)) === undefined ? undefined : firstBytes(file)
  return text.length === 0 ? undefined : text.subarray(0, text.indexOf(lineFeed))
}

/** Reads up to the last line end; empty if there is none in range. */
async function readWhole(file: FileHandle, from: number, about: number): Promise<Buffer | 'long'> {
  const left = (await file.stat()).size - from
  for (let length = about; length <= maxLineBytes; length *= 2) {
    // No more than there is: a folder may hold many thousands of small files.
    const wanted = Math.max(0, Math.min(length, left))
    const { bytesRead, buffer } = await file.read(Buffer.alloc(wanted), 0, wanted, from)
    const end = buffer.subarray(0, bytesRead).lastIndexOf(lineFeed)
    if (end >= 0) return buffer.subarray(0, end + 1)
    if (wanted < length || bytesRead < wanted) return buffer.subarray(0, 0)
  }
  return 'long'
}

async function endOfLine(file: FileHandle, from: number): Promise<number | undefined> {
  const buffer = Buffer.alloc(pageBytes)
  for (let place = from; ; ) {
    const { bytesRead } = await file.read(buffer, 0, pageBytes, place)
    if (bytesRead === 0) return undefined
    const end = buffer.subarray(0, bytesRead).indexOf(lineFeed)
    if (end >= 0) return place + end + 1
    place += bytesRead
  }
}

async function firstBytes(file: FileHandle): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(pageBytes), 0, pageBytes, 0)
  return buffer.subarray(0, bytesRead)
}
