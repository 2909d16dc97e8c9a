import { startsWith } from '../text/text-codec.ts'

const ascii = (text: string): readonly number[] => Array.from(text, (character) => character.charCodeAt(0))

const signatures: readonly (readonly [mediaType: string, bytes: readonly number[]])[] = [
  ['image/png', [0x89, ...ascii('PNG\r\n\x1a\n')]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', ascii('GIF87a')],
  ['image/gif', ascii('GIF89a')],
  ['application/pdf', ascii('%PDF-')],
  ['application/zip', [...ascii('PK'), 3, 4]],
  ['application/gzip', [0x1f, 0x8b]],
  ['application/wasm', [0, ...ascii('asm')]],
  ['application/x-elf', [0x7f, ...ascii('ELF')]],
  ['application/vnd.sqlite3', ascii('SQLite format 3\0')],
]

/** Returns the media type by the first bytes of a file, ignoring its name; undefined for text and unknown types. */
export function mediaTypeOf(head: Uint8Array): string | undefined {
  const isWebp = startsWith(head, ascii('RIFF')) && startsWith(head.subarray(8), ascii('WEBP'))
  return isWebp ? 'image/webp' : signatures.find(([, bytes]) => startsWith(head, bytes))?.[0]
}

/** Returns true if a model can view content of this type. */
export function isShownMedia(mediaType: string): boolean {
  return mediaType.startsWith('image/') || mediaType === 'application/pdf'
}
