import { isUtf8 } from 'node:buffer'
import {
  countLineFeeds,
  decodeText,
  detectFormat,
  encodeText,
  formatProbeBytes,
  type TextEncoding,
  type TextFormat,
  unitBytes,
} from '../text/index.ts'

/** The content of a text file as bytes, and as text where the two map onto each other without loss. */
export interface SourceText {
  readonly bytes: Uint8Array
  readonly format: TextFormat
  /** The text after the byte order mark; undefined where some bytes are no text of the encoding. Decoded on first use. */
  text(): string | undefined
  /** The byte that a position in `text()` stands for. Fast for rising positions. */
  byteOffset(position: number): number
  /** Undefined where the file's encoding cannot write the text. */
  encode(text: string): Uint8Array | undefined
  /** Number of the line (from 1) that a byte lies on. Fast for rising offsets. */
  lineAt(byteOffset: number): number
}

/** Undefined for a binary file. */
export function openSource(bytes: Uint8Array): SourceText | undefined {
  const format = detectFormat(bytes.subarray(0, formatProbeBytes), bytes.length)
  return format.kind === 'binary' ? undefined : createSource(bytes, format)
}

/** The content of a file of which the encoding is known. */
export function createSource(bytes: Uint8Array, { encoding, bomBytes }: TextFormat): SourceText {
  const body = bytes.subarray(bomBytes)
  const unit = unitBytes(encoding)
  let measured = { position: 0, bytes: 0 }
  let decoded: { readonly text: string | undefined } | undefined

  function text(): string | undefined {
    const isLossless = encoding === 'utf-8' ? isUtf8(body) : body.length % unit === 0
    decoded ??= { text: isLossless ? decodeText(body, encoding) : undefined }
    return decoded.text
  }

  return {
    bytes,
    format: { encoding, bomBytes },
    text,
    byteOffset(position) {
      if (encoding !== 'utf-8') return bomBytes + position * unit
      if (position < measured.position) measured = { position: 0, bytes: 0 }
      const bytes = measured.bytes + Buffer.byteLength((text() ?? '').slice(measured.position, position))
      measured = { position, bytes }
      return bomBytes + bytes
    },
    encode: (value) => encodeText(value, encoding),
    lineAt: createLineLocator(bytes, encoding),
  }
}

/** Counts line feeds up to rising offsets, each byte once. */
function createLineLocator(bytes: Uint8Array, encoding: TextEncoding): (byteOffset: number) => number {
  let counted = 0
  let line = 1
  return (byteOffset) => {
    if (byteOffset < counted) {
      counted = 0
      line = 1
    }
    line += countLines(bytes.subarray(counted, byteOffset), encoding)
    counted = byteOffset
    return line
  }
}

/** How many line feeds stand in bytes that begin at a code unit. */
export function countLines(bytes: Uint8Array, encoding: TextEncoding): number {
  if (unitBytes(encoding) === 1) return countLineFeeds(bytes)
  return decodeText(bytes, encoding).split('\n').length - 1
}
