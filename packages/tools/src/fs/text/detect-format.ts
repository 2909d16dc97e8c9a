import { isUtf8 } from 'node:buffer'
import type { TextFormat } from './encoding.ts'
import { lastWholeUtf8 } from './utf8-boundary.ts'

/** How much of a file decides its encoding: the same for reading and editing. */
export const formatProbeBytes = 64 * 1024

/** A NUL in this many first bytes makes a file binary. */
const binaryProbeBytes = 8 * 1024

/** What a file's bytes are. */
export type ContentFormat = ({ readonly kind: 'text' } & TextFormat) | { readonly kind: 'binary' }

/**
 * Judges a file by its first bytes: a byte order mark decides; else a NUL in the first 8 KiB is binary, valid UTF-8 is UTF-8,
 * and anything else is read as Latin-1, which gives every byte a character and so loses none.
 * A `head` shorter than the file's `totalBytes` may be cut inside a character. UTF-16 is only recognised by its mark.
 */
export function detectFormat(head: Uint8Array, totalBytes: number): ContentFormat {
  if (startsWith(head, [0xef, 0xbb, 0xbf])) return { kind: 'text', encoding: 'utf-8', bomBytes: 3 }
  if (startsWith(head, [0xff, 0xfe, 0, 0])) return { kind: 'binary' }
  if (startsWith(head, [0xff, 0xfe])) return { kind: 'text', encoding: 'utf-16le', bomBytes: 2 }
  if (startsWith(head, [0xfe, 0xff])) return { kind: 'text', encoding: 'utf-16be', bomBytes: 2 }
  if (head.subarray(0, binaryProbeBytes).includes(0)) return { kind: 'binary' }
  const whole = head.length < totalBytes ? head.subarray(0, lastWholeUtf8(head)) : head
  const encoding = isUtf8(whole) ? 'utf-8' : 'latin-1'
  return { kind: 'text', encoding, bomBytes: 0 }
}

export function startsWith(bytes: Uint8Array, prefix: readonly number[]): boolean {
  return bytes.length >= prefix.length && prefix.every((byte, index) => bytes[index] === byte)
}
