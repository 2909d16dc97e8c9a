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

/** Beyond this many characters the fault is not looked for character by character, which would hold up everything else. */
const longestWalk = 262_144

/** The engine's own word for a fault: less exact, and at no cost. */
function engineError(text: string, error: unknown): { message: string; offset: number; truncated: boolean } {
  const message = error instanceof Error ? error.message : String(error)
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
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, ...(text.length > longestWalk ? engineError(text, error) : locateJsonError(text)) }
  }
  if (!mayHoldReservedKey.test(text)) return { ok: true, value, dropped: nothingDropped }
  return { ok: true, ...dropReservedKeys(value) }
}
