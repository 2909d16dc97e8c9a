import { unitBytes } from '../text/index.ts'
import type { SourceText } from './source-text.ts'

/** Where the line begins that a byte lies on. */
export function lineStartAt(source: SourceText, offset: number): number {
  const unit = unitBytes(source.format.encoding)
  let start = offset
  while (start > source.format.bomBytes && !isLineFeed(source, start - unit)) start -= unit
  return start
}

/** The byte behind the line feed that ends the line of a byte, or the end of the file. */
export function lineEndAt(source: SourceText, offset: number): number {
  const unit = unitBytes(source.format.encoding)
  let end = offset
  while (end < source.bytes.length && !isLineFeed(source, end)) end += unit
  return Math.min(source.bytes.length, end + unit)
}

/** Whether the code unit at a byte is a line feed. */
export function isLineFeed(source: SourceText, at: number): boolean {
  const { bytes, format } = source
  switch (format.encoding) {
    case 'utf-16le':
      return bytes[at] === 0x0a && bytes[at + 1] === 0
    case 'utf-16be':
      return bytes[at] === 0 && bytes[at + 1] === 0x0a
    case 'utf-8':
    case 'latin-1':
      return bytes[at] === 0x0a
    default:
      format.encoding satisfies never
      return false
  }
}
