import type { Grant } from '../grant/grant.ts'
import { type ActWords, isCommonWord, type Naming, sharesNoun, stem, wordsOfName } from './act-words.ts'
import type { Ledger } from './ledger.ts'
import { type LedgerResult, originOfField } from './ledger-result.ts'
import { compact, comparable, findWhole, fold, formOf, isSameAddress } from './normal-forms.ts'
import type { Field } from './read-fields.ts'
import type { FlowVoucher, SinkKind } from './sink.ts'
import type { TrustedText } from './trusted-text.ts'

/** A value that decides, with its place in the call. */
export interface SinkValue {
  readonly at: string
  readonly kind: SinkKind
  readonly value: string
  /** The words of the parameter and, for an object, of the tool: what the value is an id or a name of. */
  readonly nouns: readonly string[]
}

/** The sources in which values are looked up. */
export interface Witnesses {
  readonly ledger: Ledger
  readonly constants: readonly string[]
  /** Values that a person vouched for. */
  readonly grants: readonly Grant[]
  /** The words of the tool that is called. */
  readonly act: ActWords
  readonly naming: Naming
  /** Tells if a tool's results vouch like the operator's words. */
  isTrustedTool(tool: string): boolean
}

type Vouched = Pick<FlowVoucher, 'by' | 'rule' | 'origin'>

/** Finds who vouches for a value. Undefined if nobody does. */
export function vouch(sink: SinkValue, witnesses: Witnesses): Vouched | undefined {
  const { ledger, constants, grants, isTrustedTool } = witnesses
  for (const text of ledger.trusted) if (standsIn(text, sink)) return { by: text.from }
  if (constants.some((each) => isSameValue(each, sink.value))) return { by: 'constant' }
  const granted = grants.find(({ scopes }) =>
    scopes.some((scope) => scope.kind === 'value' && scope.sink === sink.kind && isSameValue(scope.value, sink.value)),
  )
  if (granted !== undefined) return { by: 'grant', rule: granted.id }
  for (const { field, result } of ledger.fieldsOf(sink.value)) {
    const rule = isTrustedTool(result.tool) ? 'trusted-tool' : ruleOf(field, result, sink, witnesses)
    if (rule !== undefined) return { by: 'field', rule, origin: originOfField(result, field, field.value) }
  }
  return undefined
}

/** Returns true if words that vouch have a value as a whole token. */
function standsIn(text: TrustedText, { value, nouns }: Pick<SinkValue, 'value' | 'nouns'>): boolean {
  const plain = value.normalize('NFKC').trim()
  if (plain === '') return false
  switch (formOf(plain)) {
    case 'email':
      return text.emails.has(fold(plain))
    case 'url':
      return text.urls.some((each) => isSameAddress(plain, each))
    case 'account':
      return text.accounts.has(compact(plain))
    case 'number':
      return isNumberOf(text, plain, nouns)
    case 'words':
      return areWordsOf(text, plain, nouns)
  }
}

/** A short number in the user's words is an id only next to a word of its kind. */
function isNumberOf(text: TrustedText, value: string, nouns: readonly string[]): boolean {
  const folded = fold(value)
  for (const at of findWhole(text.folded, folded)) {
    if (/^\d{5,}$/.test(folded)) return true
    const before = text.folded.slice(Math.max(0, at - 40), at)
    const kinds = before.match(/[\p{L}\p{N}]+/gu)?.slice(-3) ?? []
    if (/#\s*['"]?$/.test(before)) return true
    const isBeside = kinds.some(
      (word) => /^(?:id|ids|no|nr|number)$/.test(word) || (nouns.includes(stem(word)) && word.length > 1),
    )
    if (
      isBeside &&
      /^[\s'"#:=(]*(?:is|of|to)?[\s'"#:=(]*$/.test(
        before.slice(before.lastIndexOf(kinds.at(-1) ?? '') + (kinds.at(-1)?.length ?? 0)),
      )
    )
      return true
  }
  return false
}

/** A single common word is not a name, unless the user marks it as one. */
function areWordsOf(text: TrustedText, value: string, nouns: readonly string[]): boolean {
  const folded = fold(value)
  const isPlainWord = /^\p{L}[\p{L}\p{M}]*$/u.test(folded)
  for (const at of findWhole(text.folded, folded)) {
    if (!isPlainWord) return true
    const before = text.plain.slice(Math.max(0, at - 30), at)
    const after = text.plain.slice(at + folded.length, at + folded.length + 20)
    if (/['"“‘`#@]$/.test(before) && (/[#@]$/.test(before) || /^['"”’`]/.test(after))) return true
    const [next = ''] = fold(after).match(/^\s+[\p{L}]+/u) ?? []
    const [previous = ''] = fold(before).match(/[\p{L}]+[\s:]+$/u) ?? []
    if ([next, previous].some((word) => nouns.includes(stem(word.replace(/[\s:]/g, '')))))
      return !isCommonWord(folded) || nouns.includes('channel')
    const written = text.plain.slice(at, at + folded.length)
    if (/^\p{Lu}/u.test(written) && !isCommonWord(written)) return true
  }
  return false
}

/** Compares values by the normal form of their kind. */
export function isSameValue(left: string, right: string): boolean {
  return comparable(left) === comparable(right)
}

const idName = /^(?:id|uuid|guid|.*[_-](?:id|uuid|guid))$|^.*(?:Id|ID)$/
const actorName =
  /^(?:sender|author|owner|from|creator|created_by|assignee|user|username|login|handle|reporter|organizer|member|name)$/
const participantName =
  /^(?:participants?|attendees?|invitees?|members?|guests?|recipients?|to|cc|sender|from|owner|author|organizer|email|shared_with)$/
const titleName = /^(?:title|name|filename|file_name|subject|summary|display_name|full_name)$/
const directoryNouns = new Set(
  'contact user member channel group people person colleague friend teammate employee directory roster team'
    .split(' ')
    .map(stem),
)
const directoryFields =
  /^(?:|email|email_address|name|handle|username|login|phone|channel|channels?|users?|members?|contacts?|groups?|id|.*_id|first_name|last_name|full_name|address)$/
const identifier = /^[\p{L}\p{N}][\p{L}\p{N}_.:-]{0,79}$/u
const documentVerbs = new Set(
  ['read', 'fetch', 'open', 'download', 'brows', 'visit', 'cat', 'scrap', 'crawl'].map(stem),
)
const documentNouns = new Set(['webpage', 'page', 'website', 'url', 'web', 'site'].map(stem))
const mailNouns = new Set(['message', 'email', 'mail', 'inbox', 'post', 'comment'].map(stem))
const recordNouns = new Set(['message', 'channel', 'inbox', 'email', 'mail'].map(stem))

/** The general rule by which a field vouches for a value. Undefined if none does. Free text never vouches: only a whole field is compared. */
function ruleOf(
  field: Field,
  result: LedgerResult,
  sink: SinkValue,
  { ledger, act, naming }: Witnesses,
): string | undefined {
  const form = formOf(field.value)
  const isId = idName.test(field.name) && identifier.test(field.value)
  if (result.isAct && isId) return 'made-here'
  if (result.isMessage || readsDocuments(result.tool)) return undefined
  const isNamed = naming.verb && naming.noun
  const isAnchored = isNamedRecord(field, ledger)
  if (isId && sink.kind === 'object') {
    // To name an event is not to ask that the file with the same number be deleted.
    if (isAnchored && naming.verb) return 'anchored-record'
    const shares = sharesNoun(sink.nouns, result.words.nouns) || sharesNoun(act.nouns, result.words.nouns)
    return isNamed && shares && !namesAnotherRecord(field, result, ledger) ? 'identifier' : undefined
  }
  if (!naming.verb || sink.kind === 'code' || form === 'url') return undefined
  if (isAnchored && participantName.test(field.name)) return 'anchored-record'
  if (!isNamed || form === 'account' || namesAnotherRecord(field, result, ledger)) return undefined
  if (isDirectory(result.words) && directoryFields.test(field.name)) return 'directory'
  if (actorName.test(field.name) && form === 'words' && identifier.test(field.value)) return 'actor'
  return undefined
}

function isDirectory({ nouns }: ActWords): boolean {
  return nouns.some((noun) => directoryNouns.has(noun)) && !nouns.some((noun) => mailNouns.has(noun))
}

/**
 * Returns true if the user's words name a record that a tool returned, and the field belongs to another one of that tool: then it is not what
 * the user meant.
 */
function namesAnotherRecord({ record }: Field, { tool }: LedgerResult, ledger: Ledger): boolean {
  const named = ledger.results.filter((each) => each.tool === tool).flatMap((each) => [...namedRecordsOf(each, ledger)])
  return named.length > 0 && !named.includes(record)
}

interface NamedRecords {
  /** The number of texts that they were looked for in. */
  readonly texts: number
  readonly records: ReadonlySet<Field['record']>
}

const namedRecords = new WeakMap<LedgerResult, NamedRecords>()

function namedRecordsOf(result: LedgerResult, ledger: Ledger): ReadonlySet<Field['record']> {
  const known = namedRecords.get(result)
  const texts = ledger.trusted.length
  if (known?.texts === texts) return known.records
  const named = result.fields.filter((field) => titleName.test(field.name) && isNamedRecord(field, ledger))
  const records = new Set(named.map(({ record }) => record))
  namedRecords.set(result, { texts, records })
  return records
}

/** Returns true if the name, title or file name of the field's record stands whole in the user's words. */
function isNamedRecord({ record }: Field, { trusted }: Ledger): boolean {
  return record.fields.some(
    ({ name, value }) =>
      titleName.test(name) &&
      value.length >= 4 &&
      value.length <= 200 &&
      trusted.some((text) => text.from === 'user' && isTold(text, value)),
  )
}

/** A title that is one common word counts in quotes only. */
function isTold(text: TrustedText, title: string): boolean {
  const folded = fold(title.trim())
  const isSpecific =
    (/[\s\d._-]/.test(folded) && folded.split(/\s+/).some((word) => !isCommonWord(word))) || /\s/.test(folded)
  for (const at of findWhole(text.folded, folded)) {
    if (isSpecific) return true
    if (/['"“‘`]$/.test(text.plain.slice(0, at))) return true
    if (/^\p{Lu}/u.test(text.plain.slice(at, at + 1)) && !isCommonWord(folded)) return true
  }
  return false
}

/** Returns true if a tool reads documents, whose text is one author's and holds no records of the user's own. */
function readsDocuments(tool: string): boolean {
  const words = wordsOfName(tool).map(stem)
  if (words.some((word) => documentNouns.has(word))) return true
  return words.some((word) => documentVerbs.has(word)) && !words.some((word) => recordNouns.has(word))
}
