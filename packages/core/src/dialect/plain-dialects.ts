import { createHash } from 'node:crypto'
import type { Dialect } from './dialect.ts'

/** Names as they are, for clients that take dots. */
export const canonicalDialect: Dialect = { name: 'canonical', expose: (name) => name }

/** Names for providers that refuse dots: `fs.read_file` becomes `fs__read_file`. */
export const safeDialect: Dialect = { name: 'safe', expose: () => undefined }

/** A client puts its own prefix with our name in front, such as `mcp__drawbridge__`, and refuses more than 64 characters. */
const maxSafeLength = 47
const hashLength = 8
/** The length of the beginning that is kept of a name that is too long, with its end. */
const headLength = 24
/** Names that the plain rule maps to one another's image only by themselves: no character that the image cannot hold, no "__" that a dot could have made. */
const plainlySafe = /^[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*(\.[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*)*$/

/**
 * The name that every provider accepts (`[A-Za-z0-9_-]{1,64}`): dots become `__`. A name for which that is too long or could be
 * mistaken for another's gets a hash of the canonical name at its end, so two tools never share an exposed name by rule. At most 47
 * characters.
 */
export function safeName(canonicalName: string): string {
  const plain = canonicalName.replaceAll('.', '__')
  if (plain.length <= maxSafeLength && plainlySafe.test(canonicalName)) return plain
  const hash = createHash('sha256').update(canonicalName).digest('hex').slice(0, hashLength)
  const readable = plain.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  const space = maxSafeLength - hashLength - 1
  if (readable.length <= space) return `${readable}_${hash}`
  return `${readable.slice(0, headLength)}_${readable.slice(headLength + 1 - space)}_${hash}`
}

/** Returns a dialect's name for a canonical name: its exception, else the `safe` rule. */
export function exposedName(canonicalName: string, dialect: Dialect): string {
  return dialect.expose(canonicalName) ?? safeName(canonicalName)
}
