import { randomBytes } from 'node:crypto'
import type { IdSource } from './id-source.ts'

/**
 * Creates identifiers that sort by creation inside one process and cannot be guessed: a counter, then 96 random bits.
 */
export function createSystemIdSource(): IdSource {
  let count = 0
  return {
    next: (prefix) => {
      count += 1
      return `${prefix}_${count.toString(36).padStart(6, '0')}${randomBytes(12).toString('hex')}`
    },
  }
}
