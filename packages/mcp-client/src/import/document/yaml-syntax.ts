import {
  type Document,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { ConfigSyntax, ConfigValue, EntryPath } from './config-syntax.ts'
import { removeElement } from './remove-element.ts'
import { applyEdits, indentationAt, lineEndOf, lineStartOf, wholeLines } from './text-edit.ts'

/** YAML with one document. Entries are added in block style, or as JSON where the file uses braces. */
export const yamlSyntax: ConfigSyntax = {
  read: (text) => {
    const document = parse(text)
    if (typeof document === 'string') return { status: 'broken', why: document }
    return { status: 'read', value: (document.toJS({ maxAliasCount: 100 }) ?? {}) as ConfigValue }
  },
  set: (text, path, value) => {
    const document = parse(text)
    if (typeof document === 'string') return undefined
    const found = find(document, path)
    if (found !== undefined) {
      const removed = removeFound(text, found)
      if (removed === undefined) return undefined
      return yamlSyntax.set(removed, path, value)
    }
    return insert(text, document, path, value)
  },
  remove: (text, path) => {
    const document = parse(text)
    const found = typeof document === 'string' ? undefined : find(document, path)
    return found && removeFound(text, found)
  },
}

type Collection = YAMLMap | YAMLSeq

/** An entry by its place in the collection that holds it. */
interface FoundEntry {
  readonly collection: Collection
  readonly index: number
}

function parse(text: string): Document | string {
  const documents = parseAllDocuments(text, { keepSourceTokens: true, uniqueKeys: true, version: '1.2' })
  if (!Array.isArray(documents)) return parse('{}\n')
  const [document, second] = documents
  if (second !== undefined) return 'it contains more than one YAML document'
  if (document === undefined) return parse('{}\n')
  const [error] = document.errors
  if (error !== undefined) return `it is not valid YAML (${error.message.split('\n')[0]})`
  if (document.contents !== null && !isMap(document.contents)) {
    if (!(isScalar(document.contents) && document.contents.value === null)) return 'it does not contain a mapping'
  }
  try {
    document.toJS({ maxAliasCount: 100 })
  } catch (error) {
    return `it is not valid YAML (${error instanceof Error ? error.message : String(error)})`
  }
  return document as Document
}

function indexOf(collection: unknown, key: EntryPath[number]): number {
  if (typeof key === 'string')
    return isMap(collection)
      ? collection.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === key)
      : -1
  return isSeq(collection) ? collection.items.findIndex((item) => isMap(item) && item.get('name') === key.name) : -1
}

function find(document: Document, path: EntryPath): FoundEntry | undefined {
  let collection: unknown = document.contents
  for (const [depth, key] of path.entries()) {
    const index = indexOf(collection, key)
    if (index < 0) return undefined
    const found = collection as Collection
    if (depth === path.length - 1) return { collection: found, index }
    const item = found.items[index]
    collection = isPair(item) ? item.value : item
  }
  return undefined
}

/** The part of the text that an item occupies, without the white space and comments around it. */
function rangeOf(collection: Collection, index: number): { readonly start: number; readonly end: number } | undefined {
  const token = collection.srcToken
  const item = collection.items[index]
  const value = isPair(item) ? item.value : item
  if (token === undefined || !('items' in token)) return undefined
  const source = token.items.filter(
    ({ key, value, start }) => key !== undefined || value !== undefined || start.some(isItemSign),
  )[index]
  if (source === undefined) return undefined
  const sign = source.start.find(isItemSign)
  const start = sign?.offset ?? source.key?.offset
  const end = endOf(value) ?? (isPair(item) ? separatorEnd(source.sep) : undefined) ?? (sign && sign.offset + 1)
  return start === undefined || end === undefined ? undefined : { start, end }
}

function isItemSign({ type }: { readonly type: string }): boolean {
  return type === 'seq-item-ind' || type === 'explicit-key-ind'
}

function separatorEnd(
  separators: readonly { readonly type: string; readonly offset: number }[] | undefined,
): number | undefined {
  const sign = separators?.find(({ type }) => type === 'map-value-ind')
  return sign && sign.offset + 1
}

function endOf(value: unknown): number | undefined {
  const range = typeof value === 'object' && value !== null && 'range' in value ? value.range : undefined
  if (!Array.isArray(range)) return undefined
  const [start, end] = range as readonly number[]
  return start === end ? undefined : end
}

function removeFound(text: string, { collection, index }: FoundEntry): string | undefined {
  const range = rangeOf(collection, index)
  if (range === undefined) return undefined
  if (collection.flow === true) {
    const ranges = collection.items.map((_item, place) => rangeOf(collection, place) ?? { start: 0, end: 0 })
    return removeElement(text, ranges, index, commaAfter)
  }
  // Values in blocks reach to the end of their last line, comments of the next entry included in none.
  const end = range.start + text.slice(range.start, range.end).trimEnd().length
  const lines = wholeLines(text, range.start, afterComment(text, end))
  if (collection.items.length > 1) return applyEdits(text, [{ ...lines, text: '' }])
  // Without its last entry the collection would become a null.
  return applyEdits(text, [{ start: range.start, end, text: isMap(collection) ? '{}' : '[]' }])
}

function afterComment(text: string, end: number): number {
  return end + (/^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0].length ?? 0)
}

function commaAfter(text: string, offset: number): number | undefined {
  const next = offset + (/^(?:\s|#[^\r\n]*)*/.exec(text.slice(offset))?.[0].length ?? 0)
  return text[next] === ',' ? next : undefined
}

function insert(text: string, document: Document, path: EntryPath, value: ConfigValue): string | undefined {
  let collection: unknown = document.contents
  let holder: Pair | undefined
  let depth = 0
  for (; depth < path.length - 1; depth += 1) {
    const index = indexOf(collection, path[depth] ?? '')
    if (index < 0) break
    const item = (collection as Collection).items[index]
    holder = isPair(item) ? item : undefined
    collection = isPair(item) ? item.value : item
  }
  const key = path[depth] ?? ''
  const nested = path
    .slice(depth + 1)
    .reduceRight<ConfigValue>((inner, name) => (typeof name === 'string' ? { [name]: inner } : [inner]), value)
  const lineEnd = lineEndOf(text)
  const isList = typeof key !== 'string'
  const lines = (indentation: string) => renderItem(key, nested, indentation).join(lineEnd)
  if (isCollection(collection) && collection.items.length > 0) {
    if (isSeq(collection) !== isList) return undefined
    const last = rangeOf(collection, collection.items.length - 1)
    const first = rangeOf(collection, 0)
    if (last === undefined || first === undefined) return undefined
    if (collection.flow === true) {
      const comma = commaAfter(text, last.end)
      const item = isList ? JSON.stringify(nested) : `${JSON.stringify(key)}: ${JSON.stringify(nested)}`
      const start = comma === undefined ? last.end : comma + 1
      return applyEdits(text, [{ start, end: start, text: `${comma === undefined ? ',' : ''} ${item}` }])
    }
    const indentation = ' '.repeat(first.start - lineStartOf(text, first.start))
    return insertAfter(text, last.end, lines(indentation))
  }
  if (document.contents === null || (isScalar(document.contents) && holder === undefined)) {
    return `${text}${text === '' || text.endsWith('\n') ? '' : lineEnd}${lines('')}${lineEnd}`
  }
  if (isCollection(collection)) {
    const start = collection.range?.[0]
    const item = isList ? JSON.stringify(nested) : `${JSON.stringify(key)}: ${JSON.stringify(nested)}`
    return start === undefined ? undefined : applyEdits(text, [{ start: start + 1, end: start + 1, text: item }])
  }
  if (holder === undefined || !isScalar(holder.key) || !isNothing(holder.value)) return undefined
  const [, keyEnd] = holder.key.range ?? []
  const colon = text.indexOf(':', keyEnd)
  const end = endOf(holder.value) ?? colon + 1
  if (keyEnd === undefined || colon < 0) return undefined
  const without = applyEdits(text, [{ start: colon + 1, end, text: '' }])
  return insertAfter(without, colon + 1, lines(`${indentationAt(text, holder.key.range?.[0] ?? 0)}  `))
}

function isNothing(value: unknown): boolean {
  return value === null || (isScalar(value) && value.value === null)
}

function isCollection(value: unknown): value is Collection {
  return isMap(value) || isSeq(value)
}

/** Adds lines after the line on which the entry before them ends, behind a comment on that line. */
function insertAfter(text: string, end: number, lines: string): string {
  const trimmed = text.slice(0, end).trimEnd().length
  const rest = /^[^\r\n]*/.exec(text.slice(trimmed))?.[0].length ?? 0
  const start = trimmed + rest
  return applyEdits(text, [{ start, end: start, text: `${lineEndOf(text)}${lines}` }])
}

function renderItem(key: EntryPath[number], value: ConfigValue, indentation: string): readonly string[] {
  if (typeof key === 'string') return renderPair(key, value, indentation)
  const [first = '', ...rest] = isTable(value)
    ? Object.entries(value).flatMap(([name, inner]) => renderPair(name, inner, `${indentation}  `))
    : [`${indentation}  ${JSON.stringify(value)}`]
  return [`${indentation}- ${first.trimStart()}`, ...rest]
}

function renderPair(key: string, value: ConfigValue, indentation: string): readonly string[] {
  const shown =
    /^[A-Za-z_][\w-]*$/.test(key) && !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(key) ? key : JSON.stringify(key)
  if (isTable(value) && Object.keys(value).length > 0)
    return [
      `${indentation}${shown}:`,
      ...Object.entries(value).flatMap(([name, inner]) => renderPair(name, inner, `${indentation}  `)),
    ]
  if (Array.isArray(value) && value.some(isTable))
    return [`${indentation}${shown}:`, ...value.flatMap((item) => renderItem({ name: '' }, item, `${indentation}  `))]
  return [`${indentation}${shown}: ${JSON.stringify(value)}`]
}

function isTable(value: ConfigValue): value is { readonly [key: string]: ConfigValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
