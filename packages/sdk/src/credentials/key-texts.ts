import { readFileSync } from 'node:fs'

/** A key as it is written: 32 bytes in base64 or hexadecimal. */
const keyText = /[\w+/-]{43,64}=?/g

/**
 * Returns the keys that decrypt all secrets, if they are outside the home, which no tool may access. An unreadable file
 * has no key for us; its user gets the error.
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
