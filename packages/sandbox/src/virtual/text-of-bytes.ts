import { fail } from '@drawbridge/core'

/** Stored files are text: throws `not_a_file` for other bytes, because stores cannot keep them. */
export function textOfBytes(path: string, bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Falls through to the one refusal.
  }
  return fail(
    'not_a_file',
    `"${path}" is stored by Drawbridge, which only stores UTF-8 text, and this content is not. Use an ordinary file for it.`,
  )
}

export function bytesOfText(text: string): Uint8Array {
  return Buffer.from(text, 'utf8')
}
