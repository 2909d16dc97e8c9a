import { type ActWords, type NamedActs, readActWords } from './act-words.ts'
import type { EnteredResult, FlowJournal } from './flow-journal.ts'
import { createFindLatest } from './latest-found.ts'
import { type LedgerResult, originIn, readResult } from './ledger-result.ts'
import { comparable, findWhole, fold } from './normal-forms.ts'
import type { Field } from './read-fields.ts'
import type { SecretValue } from './secret-fields.ts'
import type { FlowOrigin } from './sink.ts'
import { createTokenSet } from './token-set.ts'
import { joinActs, readTrustedText, type TrustedText, type VouchingWords } from './trusted-text.ts'

/** A field with its result. */
export interface HeldField {
  readonly field: Field
  readonly result: LedgerResult
}

/** A tool with the readers of what it returned. */
export interface ReadableTool {
  readonly tool: string
  readonly readers: LedgerResult['readers']
}

/** The values of a session, with their origins. */
export interface Ledger {
  readonly trusted: readonly TrustedText[]
  /** The acts that the user asked for. */
  readonly asked: NamedActs
  readonly results: readonly LedgerResult[]
  /** Visits the fields that hold a value whole, the latest first. */
  fieldsOf(value: string): Iterable<HeldField>
  /** The values of results that are the user's own, with the tool that returned each. */
  readonly secrets: readonly (SecretValue & { readonly tool: string })[]
  /** The tools whose results are kept, each with every set of readers that it returned something for. */
  readonly readable: readonly ReadableTool[]
  /** The latest 200 distinct numbers that are whole fields of results. */
  readonly numbers: readonly number[]
  /** Distinct tokens of strangers that are kept. */
  readonly tokens: number
  /** True once tokens fell out: a value that is not found may still have been a stranger's. */
  readonly isCut: boolean
  /** @param place Its place among all that entered. Default: after what entered before. */
  hear(words: VouchingWords, place?: number): void
  enter(result: EnteredResult, place?: number): Promise<void>
  /** Forgets the words and results that the journal keeps no more. What was forgotten counts as a stranger's. */
  forget(journal: Pick<FlowJournal, 'oldest' | 'isCut'>): void
  /** Returns true if a stranger's words have every token of a value. */
  holds(value: string): boolean
  /** Returns the place of a value in a stranger's words. */
  originOf(value: string): FlowOrigin | undefined
  /** Returns true if a short field of a result has a folded name as a whole token. */
  namesInFields(name: string): boolean
}

/** The tokens of strangers that a ledger keeps. */
export const mostTokens = 200_000

const mostNumbers = 200

/** Creates an empty ledger. @param most The number of tokens of strangers that it keeps; the oldest fall out first. */
export function createLedger(most: number = mostTokens): Ledger {
  let trusted: Placed<TrustedText>[] = []
  const results: LedgerResult[] = []
  const tokens = createTokenSet(most)
  const held = new Map<string, HeldField[]>()
  const wordsOf = new Map<string, ActWords>()
  let secrets: Placed<SecretValue & { readonly tool: string }>[] = []
  /** By tool and readers, with the number of results. */
  const readable = new Map<string, ReadableTool & { count: number }>()
  /** Each with the place of its latest result, the latest last. */
  const numbers = new Map<number, number>()
  const findOrigin = createFindLatest(originIn)
  const findName = createFindLatest((result, name) => (hasName(result, name) ? true : undefined))
  let asked: NamedActs | undefined
  let latest = 0
  let isCut = false
  const placeOf = (place: number | undefined) => {
    latest = place ?? latest + 1
    return latest
  }
  const noteField = (field: Field, result: LedgerResult) => {
    const key = comparable(field.value)
    const known = held.get(key)
    if (known === undefined) held.set(key, [{ field, result }])
    else known.push({ field, result })
    if (!key.startsWith('number ')) return
    const number = Number(key.slice('number '.length))
    numbers.delete(number)
    numbers.set(number, result.place)
    if (numbers.size > mostNumbers) numbers.delete(numbers.keys().next().value ?? Number.NaN)
  }
  const forgetResult = ({ fields, tool, readers }: LedgerResult, oldest: number) => {
    for (const key of new Set(fields.map(({ value }) => comparable(value)))) {
      const kept = held.get(key)?.filter(({ result }) => result.place >= oldest) ?? []
      if (kept.length === 0) held.delete(key)
      else held.set(key, kept)
    }
    const key = readableKey(tool, readers)
    const known = readable.get(key)
    if (known !== undefined) known.count -= 1
    if (known?.count === 0) readable.delete(key)
  }

  return {
    get trusted() {
      return trusted
    },
    results,
    fieldsOf: (value) => backwards(held.get(comparable(value)) ?? []),
    get asked() {
      asked ??= joinActs(trusted)
      return asked
    },
    get secrets() {
      return secrets
    },
    get readable() {
      return [...readable.values()]
    },
    get numbers() {
      return [...numbers.keys()]
    },
    get tokens() {
      return tokens.size
    },
    get isCut() {
      return isCut || tokens.isCut
    },
    hear: (words, place) => {
      trusted.push({ ...readTrustedText(words), place: placeOf(place) })
      asked = undefined
    },
    enter: async (entered, place) => {
      const words = wordsOf.get(entered.tool) ?? readActWords(entered.tool)
      wordsOf.set(entered.tool, words)
      const result = await readResult(entered, words, placeOf(place))
      results.push(result)
      for (const field of result.fields) noteField(field, result)
      for (const secret of result.secrets) secrets.push({ ...secret, tool: result.tool, place: result.place })
      const key = readableKey(result.tool, result.readers)
      const known = readable.get(key) ?? { tool: result.tool, readers: result.readers, count: 0 }
      known.count += 1
      readable.set(key, known)
      if (result.isUntrusted) tokens.add(result.text)
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
      for (const result of results.splice(0, first)) forgetResult(result, oldest)
      secrets = secrets.filter(({ place }) => place >= oldest)
      for (const [number, place] of numbers) if (place < oldest) numbers.delete(number)
    },
    holds: (value) => tokens.hasAll(value),
    originOf: (value) => {
      const wanted = fold(value.trim())
      return wanted === '' ? undefined : findOrigin(results, wanted)
    },
    namesInFields: (name) => findName(results, name) === true,
  }
}

type Placed<Value> = Value & { readonly place: number }

function* backwards<Item>(items: readonly Item[]): Generator<Item, void> {
  for (let index = items.length - 1; index >= 0; index -= 1) {
    const item = items[index]
    if (item !== undefined) yield item
  }
}

function readableKey(tool: string, readers: LedgerResult['readers']): string {
  return readers === 'anyone' ? tool : JSON.stringify([tool, readers])
}

function hasName({ shortValues }: LedgerResult, name: string): boolean {
  return shortValues.some((value) => value.includes(name) && !findWhole(value, name).next().done)
}

/** Returns the words of another agent as what they are: a text of strangers. */
function messageOf(text: string): EnteredResult {
  const label = { sources: [{ tool: 'agent message' }], trust: 'untrusted', readers: 'anyone' } as const
  const content = [{ type: 'text', text, label }] as const
  return { tool: 'agent message', toolCallId: '', isAct: false, isMessage: true, content, size: text.length }
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
      if (entry.kind === 'result') await ledger.enter(entry, place)
      else {
        const { from, text } = entry
        if (from === 'agent') await ledger.enter(messageOf(text), place)
        else ledger.hear({ from, text }, place)
      }
      worked.place = place
    }
    ledger.forget(journal)
  })
  // A fault is of the call that meets it: the next one tries again.
  worked.reading = reading.catch(() => undefined)
  await reading
  return ledger
}
