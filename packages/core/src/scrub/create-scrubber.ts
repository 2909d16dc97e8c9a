import { type CompiledRules, compileRules } from './compile-rules.ts'
import { createFinder, type Finder } from './find-redactions.ts'
import type { OperatorPatterns } from './operator-patterns.ts'
import { applyRedactions, countRedactions, type Redaction, type RedactionCounts, uniteRedactions } from './redaction.ts'
import { scrubRules } from './rules/index.ts'
import { type SlicedScrubber, scrubInSlices } from './scrub-in-slices.ts'
import type { ScrubRule } from './scrub-rule.ts'
import { createScrubStream, type ScrubStream } from './scrub-stream.ts'
import { isPlainKey, type PlainKey, type ScrubbedValue, scrubValue } from './scrub-value.ts'
import type { ScrubbedText } from './scrubbed-text.ts'
import type { ScrubberParts } from './scrubber-parts.ts'
import type { SecretRegistry } from './secret-registry.ts'

/** The parts of a scrubber. */
export interface ScrubberOptions {
  /** The built-in rules by default. */
  readonly rules?: readonly ScrubRule[]
  /** Values known at run time. */
  readonly dynamic?: SecretRegistry
  /** The operator's patterns; see `compileOperatorPatterns`. */
  readonly patterns?: OperatorPatterns
}

/** Takes credentials out of everything that leaves. Synchronous, without effects, linear in the length of its input. */
export interface Scrubber {
  /** Scrubs a text. Scrubbing the result again changes nothing. */
  scrub(text: string): ScrubbedText
  /** Scrubs structured data: every string, judged together with its key, and every key. */
  scrubValue<Value>(value: Value): ScrubbedValue<Value>
  /** Scrubs a text that arrives in parts; the joined output is what `scrub` makes of the whole. */
  stream(): ScrubStream
  /** For what may be large. */
  readonly sliced: SlicedScrubber
  /**
   * Returns the parts from which `scrubberOfParts` creates the same scrubber in another thread, in the current state;
   * undefined with custom rules.
   */
  parts(): ScrubberParts | undefined
}

const noRedactions: readonly Redaction[] = Object.freeze([])
const noCounts: RedactionCounts = Object.freeze(Object.create(null))

let builtIn: CompiledRules | undefined

function compileBuiltIn(): CompiledRules {
  builtIn ??= compileRules(scrubRules)
  return builtIn
}

/** Creates a scrubber. The automaton is built at the first text, for the built-in rules once in a process. */
export function createScrubber({ rules, dynamic, patterns }: ScrubberOptions = {}): Scrubber {
  let finder: Finder | undefined

  function currentFinder(): Finder {
    finder ??= createFinder(rules === undefined ? compileBuiltIn() : compileRules(rules))
    return finder
  }

  function findAll(text: string): readonly Redaction[] {
    const found = currentFinder().find(text)
    const registered = dynamic?.matcher()?.find(text) ?? noRedactions
    const matched = patterns?.find(text) ?? noRedactions
    if (registered.length === 0 && matched.length === 0) return found
    return [...registered, ...found, ...matched]
  }

  function scrub(text: string): ScrubbedText {
    const found = findAll(text)
    if (found.length === 0) return { text, redactions: noRedactions, counts: noCounts }
    const redactions = uniteRedactions(found)
    return { text: applyRedactions(text, redactions), redactions, counts: countRedactions(redactions) }
  }

  const plainKey = rememberPlainKeys(
    (key) => isPlainKey(key, scrub),
    () => dynamic?.matcher(),
  )
  const stream = () => createScrubStream({ finder: currentFinder(), dynamic, patterns })
  return {
    scrub,
    sliced: scrubInSlices({ scrub, stream, pause: () => new Promise((resolve) => setImmediate(resolve)) }),
    scrubValue: (value) => scrubValue(value, scrub, plainKey),
    stream,
    parts: () =>
      rules === undefined ? { registered: dynamic?.values() ?? [], patterns: patterns?.sources ?? [] } : undefined,
  }
}

/** A process meets few keys, over and over. More than this many are those of strangers. */
const mostKeys = 250
const longestKey = 64

/**
 * Remembers which keys have no secret in them and announce none, until a value is registered or released.
 * @param registered Returns another object after each of those changes.
 */
function rememberPlainKeys(
  isPlain: (key: string) => boolean,
  registered: () => unknown,
): (key: string) => PlainKey | undefined {
  const known = new Map<string, PlainKey>()
  let judgedBy: unknown
  return (key) => {
    const now = registered()
    if (now !== judgedBy || known.size === mostKeys) {
      known.clear()
      judgedBy = now
    }
    const found = known.get(key)
    if (found !== undefined) return found
    if (!isPlain(key)) return undefined
    const plain: PlainKey = { cleanText: undefined }
    if (key.length <= longestKey) known.set(key, plain)
    return plain
  }
}
