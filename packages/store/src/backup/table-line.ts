import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import type { TableRow, TableValue } from '../dialect/table-access.ts'

/** A row as one line of JSON: bytes as `{"base64":"…"}`, numbers that JSON lacks as `{"number":"…"}`. */
export function encodeRow(row: TableRow): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encode(value)])))
}

/**
 * The values of a line, in the order of the columns.
 * @throws DrawbridgeError `store_corrupt` for a line that has not exactly these.
 */
export function decodeRow(line: string, columns: readonly string[]): readonly TableValue[] {
  const row: unknown = JSON.parse(line)
  if (!isJsonObject(row) || Object.keys(row).length !== columns.length) throw odd(line)
  return columns.map((name) => {
    if (!Object.hasOwn(row, name)) throw odd(line)
    return decode(row[name], line)
  })
}

function encode(value: TableValue): unknown {
  if (value instanceof Uint8Array) return { base64: Buffer.from(value).toString('base64') }
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    return { number: Object.is(value, -0) ? '-0' : String(value) }
  }
  return value
}

function decode(value: unknown, line: string): TableValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (isJsonObject(value) && typeof value.base64 === 'string') {
    return new Uint8Array(Buffer.from(value.base64, 'base64'))
  }
  if (isJsonObject(value) && typeof value.number === 'string') return Number(value.number)
  throw odd(line)
}

function odd(line: string): DrawbridgeError {
  // Not the line itself, which may hold anything.
  return new DrawbridgeError(
    'store_corrupt',
    `A row of ${line.length} characters does not have the columns of its table.`,
  )
}
