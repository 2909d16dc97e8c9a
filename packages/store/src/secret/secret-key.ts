import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto'

/** A key for secrets at rest. Its material is an opaque object, which prints as nothing. */
export interface SecretKey {
  /** Tells which key an envelope needs, and nothing about the key. */
  readonly id: string
  readonly material: KeyObject
}

const keyBytes = 32
/** The bytes of the hash that form the id: enough to avoid collisions between the keys of one house. */
const idBytes = 8

/** A new key as text, as written to a key file. */
export function generateKeyText(): string {
  return randomBytes(keyBytes).toString('base64url')
}

/** Reads a key of 32 bytes from base64, base64url or hexadecimal; undefined for anything else. */
export function parseSecretKey(text: string): SecretKey | undefined {
  const bytes = bytesOf(text)
  if (bytes?.length !== keyBytes) return undefined
  const id = createHash('sha256')
    .update('drawbridge key id\n')
    .update(bytes)
    .digest('hex')
    .slice(0, idBytes * 2)
  return { id, material: createSecretKey(bytes) }
}

function bytesOf(text: string): Buffer | undefined {
  if (/^[\da-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined
}
