import { contentText } from '../result/content-text.ts'
import { type ActWords, type NamedActs, readActWords, readNamedActs } from './act-words.ts'
import { eachToken } from './each-token.ts'
import type { EnteredResult, FlowJournal, HeardWords } from './flow-journal.ts'
import { compact, comparable, findAddresses, fold } from './normal-forms.ts'
import { type Field, readFields } from './read-fields.ts'
import { findSecrets, type SecretValue } from './secret-fields.ts'
import type { FlowOrigin } from './sink.ts'

/** Words that vouch, prepared for looking values up. */
export interface TrustedText {
  readonly from: HeardWords['from']
  /** As written, in its compatibility form. */
  readonly plain: string
  readonly folded: string
  readonly emails: ReadonlySet<string>
  readonly urls: readonly string[]
  readonly accounts: ReadonlySet<string>
  /** The acts that it asks for: none if the operator says it. */
  readonly asked: NamedActs
}

/** A result of which some fields may vouch. */
export interface LedgerResult {
  readonly tool: string
  readonly toolCallId: string
  readonly words: ActWords
  readonly isAct: boolean
  readonly isUntrusted: boolean
  readonly target: string | undefined
  /** The text of strangers in it, folded. */
  readonly folded: string
  readonly fields: readonly Field[]
  /** Its fields by their folded values: of several with one value, the first. */
  readonly fieldOf: ReadonlyMap<string, Field>
  /** Its short values, folded, in which names may stand. */
  readonly shortValues: readonly string[]
  /** Values that are the user's own and nobody else's. */
  readonly secrets: readonly SecretValue[]
  /** The readers of it. */
  readonly readers: 'anyone' | readonly string[]
  /** Its place among all that entered. */
  readonly place: number
}

/** A field with its result. */
export interface HeldField {
  readonly field: Field
  readonly result: LedgerResult
}

/** The values of a session, with their origins. */
export interface Ledger {
  readonly trusted: readonly TrustedText[]
  /** The acts that the user asked for. */
  readonly asked: NamedActs
  readonly results: readonly LedgerResult[]
  /** Returns the fields that hold a value whole, the latest first. */
  fieldsOf(value: string): readonly HeldField[]
  /** Distinct tokens of strangers that are kept. */
  readonly tokens: number
  /** True once tokens fell out: a value that is not found may still have been a stranger's. */
  readonly isCut: boolean
  /** @param place Its place among all that entered. Default: after what entered before. */
  hear(words: HeardWords, place?: number): void
  enter(result: EnteredResult, place?: number): Promise<void>
  /** Forgets the words and results that the journal keeps no more. What was forgotten counts as a stranger's. */
  forget(journal: Pick<FlowJournal, 'oldest' | 'isCut'>): void
  /** Returns true if a stranger's words have every token of a value. */
  holds(value: string): boolean
  /** Returns the place of a value in a stranger's words. */
  originOf(value: string): FlowOrigin | undefined
}

/** The tokens of strangers that a ledger keeps. */
export const mostTokens = 200_000

/** The longest field whose words may be repeated as names: longer ones are prose. */
const longestName = 100

/** Creates an empty ledger. @param most The number of tokens of strangers that it keeps; the oldest fall out first. */
export function createLedger(most: number = mostTokens): Ledger {
  let trusted: Placed<TrustedText>[] = []
  const results: LedgerResult[] = []
  const tokens = new Map<string, LedgerResult>()
  const held = new Map<string, HeldField[]>()
  const wordsOf = new Map<string, ActWords>()
  let asked: NamedActs | undefined
  let latest = 0
  let isCut = false
  const placeOf = (place: number | undefined) => {
    latest = place ?? latest + 1
    return latest
  }

  // Its place outlives what it took: looking for the first of a map again passes over all that were deleted.
  const oldestTokens = tokens.keys()
  const note = (folded: string, result: LedgerResult) => {
    let added = 0
    eachToken(folded, (word) => {
      if (added >= most) {
        isCut = true
        return false
      }
      if (tokens.has(word)) return true
      tokens.set(word, result)
      added += 1
      if (tokens.size <= most) return true
      isCut = true
      tokens.delete(oldestTokens.next().value ?? '')
      return true
    })
  }

  return {
    get trusted() {
      return trusted
    },
    results,
    fieldsOf: (value) => held.get(comparable(value))?.toReversed() ?? [],
    get asked() {
      asked ??= joinActs(trusted)
      return asked
    },
    get tokens() {
      return tokens.size
    },
    get isCut() {
      return isCut
    },
    hear: (words, place) => {
      trusted.push({ ...prepare(words), place: placeOf(place) })
      asked = undefined
    },
    enter: async (entered, place) => {
      const words = wordsOf.get(entered.tool) ?? readActWords(entered.tool)
      wordsOf.set(entered.tool, words)
      const result = { ...(await readResult(entered, words)), place: placeOf(place) }
      results.push(result)
      for (const field of result.fields) {
        const key = comparable(field.value)
        const known = held.get(key)
        if (known === undefined) held.set(key, [{ field, result }])
        else known.push({ field, result })
      }
      if (result.isUntrusted) note(result.folded, result)
    },
    forget: (journal) => {
      isCut ||= journal.isCut
      const { heard, result: oldest } = journal.oldest
      if (trusted.some(({ place }) => place < heard)) {
        trusted = trusted.filter(({ place }) => place >= heard)
        asked = undefined
      }
      const first = results.findIndex(({ place }) => place >= oldest)
      if (first <= 0) return
      for (const { fields } of results.splice(0, first))
        for (const key of new Set(fields.map(({ value }) => comparable(value)))) {
          const kept = held.get(key)?.filter(({ result }) => result.place >= oldest) ?? []
          if (kept.length === 0) held.delete(key)
          else held.set(key, kept)
        }
    },
    holds: (value) => {
      let known: boolean | undefined
      eachToken(fold(value), (word) => {
        known = tokens.has(word)
        return known
      })
      return known ?? false
    },
    originOf: (value) => originIn(results, value),
  }
}

type Placed<Value> = Value & { readonly place: number }

const noActs: NamedActs = { verbs: new Set(), words: new Set() }

function joinActs(texts: readonly TrustedText[]): NamedActs {
  return {
    verbs: new Set(texts.flatMap(({ asked }) => [...asked.verbs])),
    words: new Set(texts.flatMap(({ asked }) => [...asked.words])),
  }
}

/** Prepares words for looking values up in them. */
function prepare({ from, text }: HeardWords): TrustedText {
  const plain = text.normalize('NFKC')
  const { emails, urls, accounts } = findAddresses(plain)
  return {
    from,
    plain,
    folded: fold(plain),
    emails: new Set(emails.map(fold)),
    urls,
    accounts: new Set(accounts.map(compact)),
    asked: from === 'user' ? readNamedActs(plain) : noActs,
  }
}

async function readResult(
  { tool, toolCallId, isAct, content, data }: EnteredResult,
  words: ActWords,
): Promise<Omit<LedgerResult, 'place'>> {
  const untrusted = content.filter(({ label }) => label.trust === 'untrusted')
  const fields: Field[] = []
  for (const block of content) {
    if (block.type === 'text') fields.push(...(await readFields(block.text)))
    if (block.type === 'json') fields.push(...(await readFields(block.value)))
  }
  if (fields.length === 0 && data !== undefined) fields.push(...(await readFields(data)))
  const fieldOf = new Map(fields.map((field) => [fold(field.value), field] as const).reverse())
  const readers = content.map(({ label }) => label.readers).find((each) => each !== 'anyone') ?? 'anyone'
  return {
    tool,
    toolCallId,
    words,
    isAct,
    isUntrusted: untrusted.length > 0,
    target: untrusted[0]?.label.sources[0]?.target,
    folded: fold(contentText(untrusted)),
    fields,
    fieldOf,
    shortValues: [...fieldOf].flatMap(([folded, { value }]) => (value.length <= longestName ? [folded] : [])),
    secrets: findSecrets(fields, contentText(content)),
    readers,
  }
}

const around = 80

/** Finds where a value stands: in a field if one holds it whole, else in the text. The latest result counts. */
function originIn(results: readonly LedgerResult[], value: string): FlowOrigin | undefined {
  const wanted = fold(value.trim())
  if (wanted === '') return undefined
  for (const result of results.toReversed()) {
    if (!result.isUntrusted) continue
    const field = result.fieldOf.get(wanted)
    const text = result.folded
    const at = text.indexOf(wanted)
    if (field === undefined && at < 0) continue
    const excerpt = at < 0 ? value : text.slice(Math.max(0, at - around), at + wanted.length + around)
    return originOfField(result, field, excerpt.replace(/\s+/g, ' ').trim())
  }
  return undefined
}

/** Describes where a value stood. */
export function originOfField(
  { tool, toolCallId, target }: LedgerResult,
  field: Field | undefined,
  excerpt: string,
): FlowOrigin {
  return {
    tool,
    toolCallId,
    ...(target === undefined ? {} : { target }),
    ...(field === undefined ? {} : { pointer: field.pointer }),
    excerpt,
  }
}

interface Worked {
  readonly ledger: Ledger
  /** The place up to which it was read. */
  place: number
  reading: Promise<void>
}

/** Returns the ledger of a session, brought up to date with its journal. */
export async function ledgerOf(journal: FlowJournal): Promise<Ledger> {
  const worked = (journal.worked as Worked | undefined) ?? {
    ledger: createLedger(),
    place: 0,
    reading: Promise.resolve(),
  }
  journal.worked = worked
  const { ledger } = worked
  const reading = worked.reading.then(async () => {
    for (const { entry, place } of journal.after(worked.place)) {
      if (entry.kind === 'heard') ledger.hear(entry, place)
      else await ledger.enter(entry, place)
      worked.place = place
    }
    ledger.forget(journal)
  })
  // A fault is of the call that meets it: the next one tries again.
  worked.reading = reading.catch(() => undefined)
  await reading
  return ledger
}
