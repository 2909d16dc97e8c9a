import { crc32 } from 'node:zlib'

/** The dimensions of a whole image, in pixels, or the reason why it is not one. */
export type ImageCheck =
  | { readonly status: 'whole'; readonly width: number; readonly height: number }
  | { readonly status: 'broken'; readonly why: string }

const truncated: ImageCheck = { status: 'broken', why: 'it is truncated' }
const malformed: ImageCheck = { status: 'broken', why: 'its content is not an image of that type' }

/** Checks the header, the chunks and the end of an image of a known type. */
export function checkImage(bytes: Uint8Array, mediaType: string): ImageCheck {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (mediaType) {
    case 'image/png':
      return checkPng(buffer)
    case 'image/jpeg':
      return checkJpeg(buffer)
    case 'image/gif':
      return checkGif(buffer)
    case 'image/webp':
      return checkWebp(buffer)
    default:
      return malformed
  }
}

function whole(width: number, height: number): ImageCheck {
  return width > 0 && height > 0 ? { status: 'whole', width, height } : malformed
}

function checkPng(bytes: Buffer): ImageCheck {
  let size: ImageCheck | undefined
  let hasData = false
  for (let at = 8; ; ) {
    if (at + 12 > bytes.length) return size === undefined && bytes.length > 24 ? malformed : truncated
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (size === undefined && (type !== 'IHDR' || length !== 13)) return malformed
    if (!/^[A-Za-z]{4}$/.test(type)) return malformed
    if (at + 12 + length > bytes.length) return truncated
    if (crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) return malformed
    size ??= whole(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    if (type === 'IDAT') hasData = true
    if (type === 'IEND') return hasData ? size : malformed
    at += 12 + length
  }
}

/** Frame headers of every coding: C0 to CF without the three that are something else. */
const frames: ReadonlySet<number> = new Set([
  0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf,
])

function checkJpeg(bytes: Buffer): ImageCheck {
  let size: ImageCheck | undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return malformed
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return malformed
    if (frames.has(marker)) {
      if (at + 9 > bytes.length) return truncated
      size = whole(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    }
    // The picture itself follows the start of the scan, up to the end marker.
    if (marker === 0xda)
      return size === undefined ? malformed : bytes.includes(Buffer.of(0xff, 0xd9), at) ? size : truncated
    at += 2 + length
  }
  return truncated
}

function checkGif(bytes: Buffer): ImageCheck {
  if (bytes.length < 13) return truncated
  const size = whole(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  const colours = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  let hasFrame = false
  for (let at = 13 + colours(bytes[10] ?? 0); at < bytes.length; ) {
    const block = bytes[at]
    if (block === 0x3b) return hasFrame ? size : malformed
    if (block !== 0x21 && block !== 0x2c) return malformed
    if (block === 0x2c) hasFrame = true
    at += block === 0x21 ? 2 : 11 + colours(bytes[at + 9] ?? 0)
    while ((bytes[at] ?? 0) > 0) at += 1 + (bytes[at] ?? 0)
    at += 1
  }
  return truncated
}

function checkWebp(bytes: Buffer): ImageCheck {
  if (bytes.length < 30) return truncated
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return truncated
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return whole(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return bytes[20] === 0x2f ? whole((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1) : malformed
    }
    case 'VP8 ':
      return bytes.readUIntBE(23, 3) === 0x9d012a
        ? whole(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
        : malformed
    default:
      return malformed
  }
}
