import { createHash } from 'node:crypto'
import type { Dialect } from './dialect.ts'

/** Names as they are, for clients that take dots. */
export const canonicalDialect: Dialect = { name: 'canonical', expose: (name) => name }

/** Names for providers that refuse dots: `fs.read_file` becomes `fs__read_file`. */
export const safeDialect: Dialect = { name: 'safe', expose: () => undefined }

const maxSafeLength = 64
const hashLength = 8
/** Names that the plain rule maps to one another's image only by themselves: no character that the image cannot hold, no "__" that a dot could have made. */
const plainlySafe = /^[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*(\.[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*)*$/

/**
 * The name that every provider accepts (`[A-Za-z0-9_-]{1,64}`): dots become `__`. A name for which that is too long or could be
 * mistaken for another's gets a hash of the canonical name at its end, so two tools never share an exposed name by rule.
 */
export function safeName(canonicalName: string): string {
  const plain = canonicalName.replaceAll('.', '__')
  if (plain.length <= maxSafeLength && plainlySafe.test(canonicalName)) return plain
  const hash = createHash('sha256').update(canonicalName).digest('hex').slice(0, hashLength)
  const readable = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, maxSafeLength - hashLength - 1)
  return `${readable}_${hash}`
}

/** Returns a dialect's name for a canonical name: its exception, else the `safe` rule. */
export function exposedName(canonicalName: string, dialect: Dialect): string {
  return dialect.expose(canonicalName) ?? safeName(canonicalName)
}
