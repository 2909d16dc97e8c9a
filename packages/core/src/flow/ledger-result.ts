import { contentText } from '../result/content-text.ts'
import type { ActWords } from './act-words.ts'
import type { EnteredResult } from './flow-journal.ts'
import { fold } from './normal-forms.ts'
import { type Field, readFields } from './read-fields.ts'
import { findSecrets, type SecretValue } from './secret-fields.ts'
import type { FlowOrigin } from './sink.ts'

/** A result of which some fields may vouch. */
export interface LedgerResult {
  readonly tool: string
  readonly toolCallId: string
  readonly words: ActWords
  readonly isAct: boolean
  readonly isMessage: boolean
  readonly isUntrusted: boolean
  readonly target: string | undefined
  /** The text of strangers in it. */
  readonly text: string
  /** The same, folded. */
  folded(): string
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

/** The longest field whose words may be repeated as names: longer ones are prose. */
const longestName = 100

/** Reads a result for the ledger. @param words Those of the name of its tool. */
export async function readResult(
  { tool, toolCallId, isAct, isMessage = false, content, data }: EnteredResult,
  words: ActWords,
  place: number,
): Promise<LedgerResult> {
  const untrusted = content.filter(({ label }) => label.trust === 'untrusted')
  const fields: Field[] = []
  for (const block of content) {
    if (block.type === 'text') fields.push(...(await readFields(block.text)))
    if (block.type === 'json') fields.push(...(await readFields(block.value)))
  }
  if (fields.length === 0 && data !== undefined) fields.push(...(await readFields(data)))
  const fieldOf = new Map(fields.map((field) => [fold(field.value), field] as const).reverse())
  const readers = content.map(({ label }) => label.readers).find((each) => each !== 'anyone') ?? 'anyone'
  const text = contentText(untrusted)
  let folded: string | undefined
  return {
    tool,
    toolCallId,
    words,
    isAct,
    isMessage,
    isUntrusted: untrusted.length > 0,
    target: untrusted[0]?.label.sources[0]?.target,
    text,
    folded: () => (folded ??= fold(text)),
    fields,
    fieldOf,
    shortValues: [...fieldOf].flatMap(([own, { value }]) => (value.length <= longestName ? [own] : [])),
    secrets: findSecrets(fields, untrusted.length === content.length ? text : contentText(content)),
    readers,
    place,
  }
}

const around = 80

/** Finds the place of a folded value in a result: a field if one holds it whole, else the text. */
export function originIn(result: LedgerResult, wanted: string): FlowOrigin | undefined {
  if (!result.isUntrusted) return undefined
  const field = result.fieldOf.get(wanted)
  const text = result.folded()
  const at = text.indexOf(wanted)
  if (field === undefined && at < 0) return undefined
  const excerpt = at < 0 ? (field?.value ?? wanted) : text.slice(Math.max(0, at - around), at + wanted.length + around)
  return originOfField(result, field, excerpt.replace(/\s+/g, ' ').trim())
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
