import { readFileSync } from 'node:fs'

/** A key as it is written: 32 bytes in base64 or hexadecimal. */
const keyText = /[\w+/-]{43,64}=?/g

/**
 * The keys that open all secrets, where they lie outside of the home, which no tool may touch. What cannot be read holds no key for
 * us: who needs it says so.
 */
export function keyTexts({
  DRAWBRIDGE_KEY: keys = '',
  DRAWBRIDGE_KEY_FILE: file = '',
}: Readonly<Record<string, string | undefined>>): readonly string[] {
  return `${keys}\n${file === '' ? '' : read(file)}`.match(keyText) ?? []
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
