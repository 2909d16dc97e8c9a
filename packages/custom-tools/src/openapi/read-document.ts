import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { isJsonObject } from '@drawbridge/core/base'
import { parse } from 'yaml'

/** Reads a document in JSON or YAML. @throws DrawbridgeError `invalid_option` if it is neither, no object, or too deep. */
export function readDocument(text: string): Readonly<Record<string, unknown>> {
  let document: unknown
  try {
    document = /^\s*\{/.test(text) ? readEither(text) : parse(text, { maxAliasCount: 1_000, logLevel: 'error' })
  } catch (error) {
    throw new DrawbridgeError('invalid_option', `The document is neither JSON nor YAML: ${errorMessage(error)}`)
  }
  if (isTooDeep(document))
    throw new DrawbridgeError(
      'invalid_option',
      `The document is nested deeper than ${deepest} levels, or contains itself.`,
    )
  if (isJsonObject(document)) return document
  throw new DrawbridgeError('invalid_option', 'The document is not an object.')
}

/** The greatest depth of a document: public ones stay far below it. */
const deepest = 200

function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > deepest || Object.values(value).some((member) => isTooDeep(member, depth + 1))
}

/** YAML in flow style begins with a brace as JSON does. */
function readEither(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return parse(text, { maxAliasCount: 1_000, logLevel: 'error' })
  }
}
