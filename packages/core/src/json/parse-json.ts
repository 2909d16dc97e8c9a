import { errorMessage } from '../error/error-message.ts'
import { dropReservedKeys } from './drop-reserved-keys.ts'
import { locateJsonError } from './locate-json-error.ts'

export type JsonParse =
  | {
      readonly ok: true
      readonly value: unknown
      /** JSON Pointers of members that were left out because they can reach a prototype. */
      readonly dropped: readonly string[]
    }
  | {
      readonly ok: false
      /** The expected token and its place, in words. */
      readonly message: string
      /** UTF-16 offset of the first character that cannot continue a JSON text. */
      readonly offset: number
      /** True if the text is a prefix of a valid JSON text: it was truncated, not malformed. */
      readonly truncated: boolean
    }

/** Only a text with one of these can hold a reserved key: the names, or escapes that could spell them. */
const mayHoldReservedKey = /__proto__|constructor|\\u/

/** Beyond this many characters the error is not located character by character, which would delay everything else. */
const longestWalk = 262_144

/** Objects and arrays inside each other: the engine takes time that grows with the square of them. */
const deepest = 2_000

/** Returns the offset at which a text is nested deeper than that; undefined if it is not. Exact for valid JSON. */
function tooDeepAt(text: string): number | undefined {
  let depth = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit === 0x5b || unit === 0x7b) {
      depth += 1
      if (depth > deepest) return index
    } else if (unit === 0x5d || unit === 0x7d) depth -= 1
    else if (unit === 0x22) {
      index += 1
      while (index < text.length && text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1
    }
  }
  return undefined
}

/** The engine's own word for a fault: less exact, and at no cost. */
function engineError(text: string, error: unknown): { message: string; offset: number; truncated: boolean } {
  const message = errorMessage(error)
  const position = /at position (\d+)/.exec(message)?.[1]
  const truncated = /end of JSON input|Unterminated/.test(message)
  return { message, offset: truncated ? text.length : Number(position ?? 0), truncated }
}

const nothingDropped: readonly string[] = Object.freeze([])

/**
 * `JSON.parse` (RFC 8259) that never throws, tells a text that was cut off from a malformed one, and leaves out the
 * members by which JSON can reach a prototype (`dropReservedKeys`). The only way in core from text to a value.
 */
export function parseJson(text: string): JsonParse {
  const offset = text.length > deepest ? tooDeepAt(text) : undefined
  if (offset !== undefined) {
    const message = `objects and arrays may be nested at most ${deepest} levels deep, and offset ${offset} is deeper`
    return { ok: false, message, offset, truncated: false }
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, ...(text.length > longestWalk ? engineError(text, error) : locateJsonError(text)) }
  }
  if (!mayHoldReservedKey.test(text)) return { ok: true, value, dropped: nothingDropped }
  return { ok: true, ...dropReservedKeys(value) }
}
