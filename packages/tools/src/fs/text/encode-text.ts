import { swapBytes } from './decode-text.ts'
import type { TextEncoding } from './encoding.ts'

/** Text as bytes of an encoding, without byte order mark; undefined where the encoding has no way to write it. */
export function encodeText(text: string, encoding: TextEncoding): Uint8Array | undefined {
  switch (encoding) {
    case 'utf-8':
      return text.isWellFormed() ? Buffer.from(text, 'utf8') : undefined
    case 'utf-16le':
      return Buffer.from(text, 'utf16le')
    case 'utf-16be':
      return swapBytes(Buffer.from(text, 'utf16le'))
    case 'latin-1':
      return isLatin1(text) ? Buffer.from(text, 'latin1') : undefined
    default:
      encoding satisfies never
      throw new TypeError(`Unknown encoding ${String(encoding)}`)
  }
}

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0xff) return false
  }
  return true
}
