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
  const steps = scrubSteps(value, scrub)
  let step = steps.next()
  while (step.done !== true) step = steps.next(scrub(step.value))
  return step.value
}

/** A long text that the walk needs scrubbed before it goes on; an empty one where it has done as much work as one costs. */
export type ScrubSteps<Value> = Generator<string, ScrubbedValue<Value>, ScrubbedText>

/** The same in steps, between which others may go on. */
export function* scrubSteps<Value>(value: Value, scrub: Scrub): ScrubSteps<Value> {
  const counts: Record<string, number> = Object.create(null)
  const result = yield* createWalker(scrub, counts)(value, undefined, [])
  return { value: result as Value, counts }
}

/** Texts longer than this are scrubbed by whoever takes the steps. */
export const longestStep = 32 * 1024
/** What a value, a key and its look-up cost beside their text, as units of text. */
const unitsEach = 20

type Steps<Result> = Generator<string, Result, ScrubbedText>
type Walk = (value: unknown, key: string | undefined, ancestors: readonly object[]) => Steps<unknown>

function createWalker(scrub: Scrub, counts: Record<string, number>): Walk {
  let units = 0

  function add(more: RedactionCounts): void {
    for (const rule of Object.keys(more)) counts[rule] = (counts[rule] ?? 0) + (more[rule] ?? 0)
  }

  function* scrubText(text: string): Steps<string> {
    units += text.length
    const scrubbed = text.length > longestStep ? yield text : scrub(text)
    if (scrubbed.redactions.length > 0) add(scrubbed.counts)
    return scrubbed.text
  }

  /** The text is judged as it would be in a JSON document, behind its key. */
  function* scrubKeyed(text: string, key: string): Steps<string> {
    if (secretKeys.test(key) && text.length > 0 && text !== redactionMarker && !isPlaceholder(text)) {
      add({ 'secret-key': 1 })
      return redactionMarker
    }
    return yield* scrubBehind(`"${key}": "`, text, '"')
  }

  /** Judges a text together with what stands before and behind it where it is used, and takes out what of it is secret. */
  function* scrubBehind(head: string, text: string, tail: string): Steps<string> {
    if (text.length > longestKeyed) return yield* scrubText(text)
    units += text.length
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

  function* walkList(
    list: readonly unknown[],
    key: string | undefined,
    ancestors: readonly object[],
  ): Steps<readonly unknown[]> {
    const walked: unknown[] = []
    for (const [index, item] of list.entries()) {
      const before: unknown = list[index - 1]
      // Words of a command line: an option says what the next word is.
      const isOptionValue = typeof item === 'string' && typeof before === 'string' && option.test(before)
      if (isOptionValue) walked.push(yield* scrubBehind(`${before} `, item, ''))
      else walked.push(isPlainScalar(item) ? item : yield* walk(item, key, ancestors))
      if (isTired()) yield ''
    }
    return walked.some((item, index) => item !== list[index]) ? walked : list
  }

  function* walkObject(object: object, ancestors: readonly object[]): Steps<object> {
    let changed = false
    const taken = new Set<string>()
    const entries: [string, unknown][] = []
    for (const [key, value] of Object.entries(object)) {
      const walked = isPlainScalar(value) ? value : yield* walk(value, key, ancestors)
      const name = uniqueName(yield* scrubText(key), taken)
      if (name !== key || walked !== value) changed = true
      entries.push([name, walked])
      if (isTired()) yield ''
    }
    return changed ? Object.fromEntries(entries) : object
  }

  /** Whether as much was done since the last pause as a long text costs. */
  function isTired(): boolean {
    units += unitsEach
    if (units < longestStep) return false
    units = 0
    return true
  }

  const walk: Walk = function* (value, key, ancestors) {
    if (typeof value === 'string') return yield* key === undefined ? scrubText(value) : scrubKeyed(value, key)
    if (isPlainScalar(value)) return value
    if (ancestors.length >= deepest || ancestors.includes(value)) return redactionMarker
    const nested = [...ancestors, value]
    if (Array.isArray(value)) return yield* walkList(value, key, nested)
    return isPlain(value) ? yield* walkObject(value, nested) : value
  }
  return walk
}

function isPlainScalar(value: unknown): value is Exclude<unknown, string | object> {
  return typeof value !== 'string' && (typeof value !== 'object' || value === null)
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
