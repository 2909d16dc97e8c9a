import { createHash, randomBytes } from 'node:crypto'

/** Returns a new secret of 256 random bits, behind the prefix by which people and scanners know it. */
export function newSecret(prefix = ''): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** Returns what is kept of a secret. A plain hash is enough for 256 random bits, and lets the database find it. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Returns a new id with a prefix, which nobody can guess. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
