import { createHash } from 'node:crypto'

/** SHA-256 of a text as UTF-8, hex. */
export function hashText(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}
