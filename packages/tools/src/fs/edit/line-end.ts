import type { SourceText } from './source-text.ts'

export type LineEnd = '\n' | '\r\n'

export function toLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n')
}

/** Writes the n-th line end of a text as `endOf(n)`, counted from 0. */
export function withLineEnds(text: string, endOf: (index: number) => LineEnd): string {
  const [first = '', ...rest] = toLineFeeds(text).split('\n')
  return rest.reduce((written, line, index) => written + endOf(index) + line, first)
}

/** The line ends of a text in order. */
export function lineEndsOf(text: string): LineEnd[] {
  return Array.from(text.matchAll(/\r?\n/g), ([end]) => end as LineEnd)
}

const nearBytes = 64 * 1024

/**
 * The line end that a file uses around a byte: that of the same line, else the one before it. `\n` in a file of one line.
 * Looked for in the neighbourhood only, so that it costs nothing in a big file.
 */
export function lineEndNear(source: SourceText, start: number, end: number): LineEnd {
  const feed = source.encode('\n') ?? new Uint8Array()
  const crlf = source.encode('\r\n') ?? new Uint8Array()
  const lineEndAt = (at: number): LineEnd =>
    Buffer.compare(source.bytes.subarray(at - feed.length, at + feed.length), crlf) === 0 ? '\r\n' : '\n'
  const after = asBuffer(source.bytes.subarray(end, end + nearBytes)).indexOf(feed)
  if (after !== -1) return lineEndAt(end + after)
  const from = Math.max(source.format.bomBytes, start - nearBytes)
  const before = asBuffer(source.bytes.subarray(from, start)).lastIndexOf(feed)
  return before === -1 ? '\n' : lineEndAt(from + before)
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
