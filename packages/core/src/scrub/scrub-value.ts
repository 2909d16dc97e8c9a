import { isPlaceholder } from './placeholder.ts'
import { type RedactionCounts, redactionMarker } from './redaction.ts'
import type { ScrubbedText } from './scrubbed-text.ts'

/** Structured data without its secrets. */
export interface ScrubbedValue<Value> {
  /** Has the same shape; the same object if nothing was found. */
  readonly value: Value
  readonly counts: RedactionCounts
}

/** Data nested deeper than this is replaced as a whole: it cannot be judged, so it does not leave. */
const deepest = 256
/** Values longer than this are not judged together with their key, only by their content. */
const longestKeyed = 2_048

/** Under these keys every text is a secret, however harmless it looks. */
const secretKeys =
  /^(?:.*[_.-])?(?:pass(?:word|wd|phrase|code)|pwd|secret|client_?secret|api_?key|(?:access|refresh|auth|session|bearer|id)_?token|private_?key|secret_?key|credentials?|authorization|set-cookie|cookie|connection_?string)$|^[a-z]+(?:Password|Secret|ApiKey|AccessToken|PrivateKey)$/i

const option = /^--?[a-z][\w-]{0,60}$/i

type Scrub = (text: string) => ScrubbedText

/**
 * Scrubs every string and key of JSON-like data. Other objects than plain ones and arrays are passed through.
 * @param plainKey Returns what is remembered of a plain key, and undefined for any other. The same few keys, and often the same texts
 *   under them, are in all records.
 */
export function scrubValue<Value>(
  value: Value,
  scrub: Scrub,
  plainKey: Judge['plainKey'] = (key) => (isPlainKey(key, scrub) ? { cleanText: undefined } : undefined),
): ScrubbedValue<Value> {
  if (isClean(value, undefined, { scrub, plainKey }, 0)) return { value, counts: noCounts }
  const steps = scrubSteps(value, scrub)
  let step = steps.next()
  while (step.done !== true) step = steps.next(scrub(step.value))
  return step.value
}

const noCounts: RedactionCounts = Object.freeze(Object.create(null))

/** The functions that judge the parts of a value. */
interface Judge {
  readonly scrub: Scrub
  readonly plainKey: (key: string) => PlainKey | undefined
}

/** A key that has no secret in it, and does not say that its text is one. */
export interface PlainKey {
  /** The last text under it that was found clean. */
  cleanText: string | undefined
}

/** Longer texts are not remembered. */
const longestCleanText = 256

/**
 * Returns true if nothing in a value has to be replaced, as in most values: to look costs a fraction of the steps that replace. Judges
 * exactly what the steps judge, and leaves to them all that it cannot vouch for.
 * @param depth The number of lists and objects around it.
 */
function isClean(value: unknown, key: string | undefined, judge: Judge, depth: number): boolean {
  const { scrub } = judge
  if (typeof value === 'string')
    return key === undefined ? scrub(value).redactions.length === 0 : isCleanAt(key, value, scrub)
  if (!isObject(value)) return true
  if (depth >= deepest) return false
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const before: unknown = value[index - 1]
      const item: unknown = value[index]
      if (typeof item === 'string' && typeof before === 'string' && option.test(before)) {
        if (!isCleanBehind(`${before} `, item, '', scrub)) return false
      } else if (!isClean(item, key, judge, depth + 1)) return false
    }
    return true
  }
  if (!isPlain(value)) return true
  for (const name of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[name]
    const known = judge.plainKey(name)
    if (known !== undefined) {
      const isInnerClean =
        typeof inner === 'string' ? isKnownClean(name, inner, known, scrub) : isClean(inner, name, judge, depth + 1)
      if (!isInnerClean) return false
    } else if (!isClean(inner, name, judge, depth + 1) || scrub(name).redactions.length > 0) return false
  }
  return true
}

function isCleanAt(key: string, text: string, scrub: Scrub): boolean {
  return !isSecretAt(key, text) && isCleanUnder(key, text, scrub)
}

function isCleanUnder(key: string, text: string, scrub: Scrub): boolean {
  return isCleanBehind(`"${key}": "`, text, '"', scrub)
}

function isKnownClean(key: string, text: string, known: PlainKey, scrub: Scrub): boolean {
  if (text === known.cleanText) return true
  if (!isCleanUnder(key, text, scrub)) return false
  if (text.length <= longestCleanText) known.cleanText = text
  return true
}

/** True if a key has no secret in it, and does not say that its text is one. */
export function isPlainKey(key: string, scrub: Scrub): boolean {
  return !secretKeys.test(key) && scrub(key).redactions.length === 0
}

function isCleanBehind(head: string, text: string, tail: string, scrub: Scrub): boolean {
  return scrub(text.length > longestKeyed ? text : head + text + tail).redactions.length === 0
}

/** Returns true if the key says that its text is a secret. */
function isSecretAt(key: string, text: string): boolean {
  return secretKeys.test(key) && text.length > 0 && text !== redactionMarker && !isPlaceholder(text)
}

/**
 * A generator that yields each long text that it needs scrubbed before it continues. It yields an empty text to pause after as much
 * work as one text costs.
 */
export type ScrubSteps<Value> = Generator<string, ScrubbedValue<Value>, ScrubbedText>

/** The same in steps, between which others may go on. */
export function* scrubSteps<Value>(value: Value, scrub: Scrub): ScrubSteps<Value> {
  const walk: Walk = { scrub, counts: Object.create(null), units: 0 }
  let result: unknown = value
  if (typeof value === 'string') result = scrubText(walk, value) ?? counted(walk, yield value)
  else if (isObject(value)) result = yield* walkInside(walk, value, undefined, noAncestors)
  return { value: result as Value, counts: walk.counts }
}

const noAncestors: readonly object[] = []

/** The caller of the steps scrubs texts longer than this. */
export const longestStep = 32 * 1024
/** The cost of a value, a key and its lookup besides their text, in units of text. */
const unitsEach = 20

/** One way through a value. */
interface Walk {
  readonly scrub: Scrub
  readonly counts: Record<string, number>
  /** Done since the last pause. */
  units: number
}

// Only lists and objects are walked in steps of their own: a generator for each text would cost more than its scrubbing.
type Steps<Result> = Generator<string, Result, ScrubbedText>

function* walkInside(walk: Walk, value: object, key: string | undefined, ancestors: readonly object[]): Steps<unknown> {
  if (ancestors.length >= deepest || ancestors.includes(value)) return redactionMarker
  const nested = [...ancestors, value]
  if (Array.isArray(value)) return yield* walkList(walk, value, key, nested)
  return isPlain(value) ? yield* walkObject(walk, value, nested) : value
}

function* walkList(
  walk: Walk,
  list: readonly unknown[],
  key: string | undefined,
  ancestors: readonly object[],
): Steps<readonly unknown[]> {
  const walked: unknown[] = []
  for (const [index, item] of list.entries()) {
    const before: unknown = list[index - 1]
    // Words of a command line: an option says what the next word is.
    const isOptionValue = typeof item === 'string' && typeof before === 'string' && option.test(before)
    if (isOptionValue) walked.push(scrubBehind(walk, `${before} `, item, '') ?? counted(walk, yield item))
    else if (typeof item === 'string') walked.push(scrubKeyed(walk, item, key) ?? counted(walk, yield item))
    else walked.push(isObject(item) ? yield* walkInside(walk, item, key, ancestors) : item)
    if (isTired(walk)) yield ''
  }
  return walked.some((item, index) => item !== list[index]) ? walked : list
}

function* walkObject(walk: Walk, object: object, ancestors: readonly object[]): Steps<object> {
  const entries: [string, unknown][] = []
  let isChanged = false
  for (const [key, value] of Object.entries(object)) {
    let walked: unknown = value
    if (typeof value === 'string') walked = scrubKeyed(walk, value, key) ?? counted(walk, yield value)
    else if (isObject(value)) walked = yield* walkInside(walk, value, key, ancestors)
    const name = scrubText(walk, key) ?? counted(walk, yield key)
    if (name !== key || walked !== value) isChanged = true
    entries.push([name, walked])
    if (isTired(walk)) yield ''
  }
  return isChanged ? Object.fromEntries(withDistinctNames(entries)) : object
}

/** The text is judged as it would be in a JSON document, behind its key. Undefined if it is too long for one step. */
function scrubKeyed(walk: Walk, text: string, key: string | undefined): string | undefined {
  if (key === undefined) return scrubText(walk, text)
  if (isSecretAt(key, text)) {
    count(walk, { 'secret-key': 1 })
    return redactionMarker
  }
  return scrubBehind(walk, `"${key}": "`, text, '"')
}

/** Judges a text together with its context before and after, and removes its secret part. */
function scrubBehind(walk: Walk, head: string, text: string, tail: string): string | undefined {
  if (text.length > longestKeyed) return scrubText(walk, text)
  walk.units += text.length
  const { redactions } = walk.scrub(head + text + tail)
  const inText = redactions.filter(({ end }) => end > head.length && end <= head.length + text.length)
  if (inText.length === 0) return text
  let result = ''
  let copied = head.length
  for (const { rule, start, end } of inText) {
    result += text.slice(copied - head.length, Math.max(0, start - head.length)) + redactionMarker
    copied = end
    count(walk, { [rule]: 1 })
  }
  return result + text.slice(copied - head.length)
}

/** Undefined if the text is too long for one step. */
function scrubText(walk: Walk, text: string): string | undefined {
  walk.units += text.length
  return text.length > longestStep ? undefined : counted(walk, walk.scrub(text))
}

function counted(walk: Walk, { text, redactions, counts }: ScrubbedText): string {
  if (redactions.length > 0) count(walk, counts)
  return text
}

function count({ counts }: Walk, more: RedactionCounts): void {
  for (const rule of Object.keys(more)) counts[rule] = (counts[rule] ?? 0) + (more[rule] ?? 0)
}

/** Returns true if the work since the last pause equals that of a long text. */
function isTired(walk: Walk): boolean {
  walk.units += unitsEach
  if (walk.units < longestStep) return false
  walk.units = 0
  return true
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Two keys may read alike without their secrets. */
function withDistinctNames(entries: readonly [string, unknown][]): readonly [string, unknown][] {
  const taken = new Set<string>()
  return entries.map(([name, value]) => {
    let unique = name
    for (let count = 2; taken.has(unique); count++) unique = `${name} ${count}`
    taken.add(unique)
    return [unique, value]
  })
}
