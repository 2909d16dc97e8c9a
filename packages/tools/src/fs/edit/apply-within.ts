import type { SourceText } from './source-text.ts'
import type { Replacement } from './text-edit.ts'

/** What the bytes from `start` to `end` become by the replacements that lie there, in order. */
export function applyWithin(
  { bytes }: Pick<SourceText, 'bytes'>,
  {
    start,
    end,
    replacements,
  }: { readonly start: number; readonly end: number; readonly replacements: readonly Replacement[] },
): Uint8Array {
  const pieces: Uint8Array[] = []
  let position = start
  for (const replacement of replacements) {
    pieces.push(bytes.subarray(position, replacement.start), replacement.content)
    position = replacement.end
  }
  return Buffer.concat([...pieces, bytes.subarray(position, end)])
}
