import { isPlaceholder } from './placeholder.ts'
import { type RedactionCounts, redactionMarker } from './redaction.ts'
import type { ScrubbedText } from './scrubbed-text.ts'

/** Structured data without its secrets. */
export interface ScrubbedValue<Value> {
  /** Of the same shape; the very same object when nothing was found. */
  readonly value: Value
  readonly counts: RedactionCounts
}

/** Data nested deeper than this is replaced as a whole: it cannot be judged, so it does not leave. */
const deepest = 256
/** Values longer than this are not judged together with their key, only by what stands in them. */
const longestKeyed = 2_048

/** Under these keys every text is a secret, however harmless it looks. */
const secretKeys =
  /^(?:.*[_.-])?(?:pass(?:word|wd|phrase|code)|pwd|secret|client_?secret|api_?key|(?:access|refresh|auth|session|bearer|id)_?token|private_?key|secret_?key|credentials?|authorization|set-cookie|cookie|connection_?string)$|^[a-z]+(?:Password|Secret|ApiKey|AccessToken|PrivateKey)$/i

const option = /^--?[a-z][\w-]{0,60}$/i

type Scrub = (text: string) => ScrubbedText

/** Scrubs every string and key of JSON-like data. Other objects than plain ones and arrays are passed through. */
export function scrubValue<Value>(value: Value, scrub: Scrub): ScrubbedValue<Value> {
  const counts: Record<string, number> = Object.create(null)
  const result = createWalker(scrub, counts)(value, undefined, [])
  return { value: result as Value, counts }
}

type Walk = (value: unknown, key: string | undefined, ancestors: readonly object[]) => unknown

function createWalker(scrub: Scrub, counts: Record<string, number>): Walk {
  function add(more: RedactionCounts): void {
    for (const rule of Object.keys(more)) counts[rule] = (counts[rule] ?? 0) + (more[rule] ?? 0)
  }

  function scrubText(text: string): string {
    const scrubbed = scrub(text)
    if (scrubbed.redactions.length > 0) add(scrubbed.counts)
    return scrubbed.text
  }

  /** The text is judged as it would be in a JSON document, behind its key. */
  function scrubKeyed(text: string, key: string): string {
    if (secretKeys.test(key) && text.length > 0 && text !== redactionMarker && !isPlaceholder(text)) {
      add({ 'secret-key': 1 })
      return redactionMarker
    }
    return scrubBehind(`"${key}": "`, text, '"')
  }

  /** Judges a text together with what stands before and behind it where it is used, and takes out what of it is secret. */
  function scrubBehind(head: string, text: string, tail: string): string {
    if (text.length > longestKeyed) return scrubText(text)
    const scrubbed = scrub(head + text + tail)
    const inText = scrubbed.redactions.filter(({ end }) => end > head.length && end <= head.length + text.length)
    if (inText.length === 0) return text
    let result = ''
    let copied = head.length
    for (const { rule, start, end } of inText) {
      result += text.slice(copied - head.length, Math.max(0, start - head.length)) + redactionMarker
      copied = end
      add({ [rule]: 1 })
    }
    return result + text.slice(copied - head.length)
  }

  function walkList(
    list: readonly unknown[],
    key: string | undefined,
    ancestors: readonly object[],
  ): readonly unknown[] {
    const walked = list.map((item, index) => {
      const before: unknown = list[index - 1]
      // Words of a command line: an option says what the next word is.
      const isOptionValue = typeof item === 'string' && typeof before === 'string' && option.test(before)
      return isOptionValue ? scrubBehind(`${before} `, item, '') : walk(item, key, ancestors)
    })
    return walked.some((item, index) => item !== list[index]) ? walked : list
  }

  function walkObject(object: object, ancestors: readonly object[]): object {
    let changed = false
    const taken = new Set<string>()
    const entries = Object.entries(object).map(([key, value]) => {
      const walked = walk(value, key, ancestors)
      const name = uniqueName(scrubText(key), taken)
      if (name !== key || walked !== value) changed = true
      return [name, walked] as const
    })
    return changed ? Object.fromEntries(entries) : object
  }

  const walk: Walk = (value, key, ancestors) => {
    if (typeof value === 'string') return key === undefined ? scrubText(value) : scrubKeyed(value, key)
    if (typeof value !== 'object' || value === null) return value
    if (ancestors.length >= deepest || ancestors.includes(value)) return redactionMarker
    const nested = [...ancestors, value]
    if (Array.isArray(value)) return walkList(value, key, nested)
    return isPlain(value) ? walkObject(value, nested) : value
  }
  return walk
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let count = 2; taken.has(unique); count++) unique = `${name} ${count}`
  taken.add(unique)
  return unique
}
