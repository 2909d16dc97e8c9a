import { contentText } from '../result/content-text.ts'
import { type ActWords, type NamedActs, readActWords, readNamedActs } from './act-words.ts'
import type { EnteredResult, FlowEntry, FlowJournal, HeardWords } from './flow-journal.ts'
import { compact, comparable, findAddresses, fold, readAddress } from './normal-forms.ts'
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
  hear(words: HeardWords): void
  enter(result: EnteredResult): Promise<void>
  /** Returns true if a stranger's words have every token of a value. */
  holds(value: string): boolean
  /** Returns the place of a value in a stranger's words. */
  originOf(value: string): FlowOrigin | undefined
}

/** The tokens of strangers that a ledger keeps. */
export const mostTokens = 200_000

/** The longest field whose words may be repeated as names: longer ones are prose. */
const longestName = 100

const token = /[^\s"'`<>(){}[\],;|=]+/g

/** Creates an empty ledger. @param most The number of tokens of strangers that it keeps; the oldest fall out first. */
export function createLedger(most: number = mostTokens): Ledger {
  const trusted: TrustedText[] = []
  const results: LedgerResult[] = []
  const tokens = new Map<string, LedgerResult>()
  const held = new Map<string, HeldField[]>()
  let asked: NamedActs = { verbs: new Set(), words: new Set() }
  let isCut = false

  const note = (folded: string, result: LedgerResult) => {
    let added = 0
    for (const [found] of folded.matchAll(token)) {
      if (added >= most) {
        isCut = true
        return
      }
      const word = /[.:!?]$/.test(found) ? found.replace(/[.:!?]+$/, '') : found
      if (word === '' || tokens.has(word)) continue
      tokens.set(word, result)
      added += 1
      if (tokens.size <= most) continue
      isCut = true
      const [oldest = ''] = tokens.keys()
      tokens.delete(oldest)
    }
  }

  return {
    trusted,
    results,
    fieldsOf: (value) => held.get(comparable(value))?.toReversed() ?? [],
    get asked() {
      return asked
    },
    get tokens() {
      return tokens.size
    },
    get isCut() {
      return isCut
    },
    hear: ({ from, text }) => {
      trusted.push(prepare(from, text))
      if (from === 'user')
        asked = readNamedActs(
          `${trusted
            .filter((each) => each.from === 'user')
            .map(({ plain }) => plain)
            .join('\n')}`,
        )
    },
    enter: async (entered) => {
      const result = await readResult(entered)
      results.push(result)
      for (const field of result.fields) {
        const key = comparable(field.value)
        const known = held.get(key)
        if (known === undefined) held.set(key, [{ field, result }])
        else known.push({ field, result })
      }
      if (result.isUntrusted) note(result.folded, result)
    },
    holds: (value) => {
      const words = [...fold(value).matchAll(token)]
        .map(([found]) => found.replace(/[.:!?]+$/, ''))
        .filter((word) => word !== '')
      return words.length > 0 && words.every((word) => tokens.has(word))
    },
    originOf: (value) => originIn(results, value),
  }
}

/** Prepares words for looking values up in them. */
function prepare(from: HeardWords['from'], text: string): TrustedText {
  const plain = text.normalize('NFKC')
  const { emails, urls, accounts } = findAddresses(plain)
  return {
    from,
    plain,
    folded: fold(plain),
    emails: new Set(emails.map(fold)),
    urls,
    accounts: new Set(accounts.map(compact)),
  }
}

async function readResult({ tool, toolCallId, isAct, content, data }: EnteredResult): Promise<LedgerResult> {
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
    words: readActWords(tool),
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
  readonly seen: WeakSet<FlowEntry>
  reading: Promise<void>
}

/** Returns the ledger of a session, brought up to date with its journal. */
export async function ledgerOf(journal: FlowJournal): Promise<Ledger> {
  const worked = (journal.worked as Worked | undefined) ?? {
    ledger: createLedger(),
    seen: new WeakSet<FlowEntry>(),
    reading: Promise.resolve(),
  }
  journal.worked = worked
  const reading = worked.reading.then(async () => {
    for (const entry of journal.entries.filter((each) => !worked.seen.has(each))) {
      if (entry.kind === 'heard') worked.ledger.hear(entry)
      else await worked.ledger.enter(entry)
      worked.seen.add(entry)
    }
  })
  // A fault is of the call that meets it: the next one tries again.
  worked.reading = reading.catch(() => undefined)
  await reading
  return worked.ledger
}

/** Returns true if two addresses belong to the same owner: the first is at or below the second. */
export function isSameAddress(value: string, known: string): boolean {
  const [left, right] = [readAddress(value), readAddress(known)]
  if (left === undefined || right === undefined) return false
  if (left.host !== right.host || left.port !== right.port) return false
  if (left.scheme !== undefined && right.scheme !== undefined && left.scheme !== right.scheme) return false
  const folder = right.path.replace(/\/$/, '')
  return (
    folder === '' ||
    left.path === right.path ||
    left.path === folder ||
    (/^[/?]/.test(left.path.slice(folder.length)) && left.path.startsWith(folder))
  )
}
