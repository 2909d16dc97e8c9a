import { parseSecretKey, type SecretKey } from './secret-key.ts'

/** The keys that are there: what is written is encrypted with the first, what is read with whichever it names. */
export interface KeyRing {
  readonly primary: SecretKey
  readonly ids: readonly string[]
  find(id: string): SecretKey | undefined
}

/**
 * Reads keys from a text with one per line (or separated by blanks or commas), the primary one first; a `#` starts a
 * comment. Undefined if there are no keys, or if one cannot be read; the message does not say which one, because it may
 * be a key with a typo.
 */
export function parseKeyRing(text: string): KeyRing | undefined {
  const words = keyTexts(text)
  const keys = words.flatMap((word) => parseSecretKey(word) ?? [])
  const [primary] = keys
  if (primary === undefined || keys.length < words.length) return undefined
  const byId = new Map(keys.map((key) => [key.id, key]))
  return { primary, ids: [...byId.keys()], find: (id) => byId.get(id) }
}

/** The keys of such a text, each as it is written. */
export function keyTexts(text: string): readonly string[] {
  return text
    .replace(/#.*/g, '')
    .split(/[\s,]+/)
    .filter((word) => word !== '')
}
