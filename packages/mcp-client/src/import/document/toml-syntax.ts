import { type AST, getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import type { ConfigSyntax, ConfigValue, EntryPath } from './config-syntax.ts'
import { removeElement } from './remove-element.ts'
import { afterBlanks, applyEdits, lineEndOf, type TextEdit, wholeLines } from './text-edit.ts'

/** TOML: entries are tables of their own at the end of the file; those of others may be written in any way. */
export const tomlSyntax: ConfigSyntax = {
  read: (text) => {
    const program = parse(text)
    if (typeof program === 'string') return { status: 'broken', why: program }
    return { status: 'read', value: plain(getStaticTOMLValue(program)) }
  },
  set: (text, path, value) => {
    const program = parse(text)
    const keys = keysOf(path)
    if (typeof program === 'string' || keys === undefined || !isTable(value)) return undefined
    const removed = hasEntry(program, keys) ? removeEntry(text, program, keys) : text
    if (removed === undefined || isClosed(program, keys)) return undefined
    const lineEnd = lineEndOf(text)
    const before = removed === '' || /\n$/.test(removed) ? removed : `${removed}${lineEnd}`
    const gap = before === '' || /\n\r?\n$/.test(before) ? '' : lineEnd
    return `${before}${gap}${renderTable(keys, value).join(lineEnd)}${lineEnd}`
  },
  remove: (text, path) => {
    const program = parse(text)
    const keys = keysOf(path)
    if (typeof program === 'string' || keys === undefined) return undefined
    return removeEntry(text, program, keys)
  },
}

function parse(text: string): AST.TOMLProgram | string {
  try {
    // Without a last line end the parser leaves the last digit of a number out of its range.
    const program = parseTOML(text.endsWith('\n') ? text : `${text}\n`, { tomlVersion: '1.0' })
    // Tables that are given twice are only found when the values are made.
    getStaticTOMLValue(program)
    return program
  } catch (error) {
    if (error instanceof ParseError) return `it is not valid TOML (${error.message}, line ${error.lineNumber})`
    if (error instanceof Error) return `it is not valid TOML (${error.message})`
    throw error
  }
}

function plain(value: unknown): ConfigValue {
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]))
  return value as string | number | boolean
}

function keysOf(path: EntryPath): readonly string[] | undefined {
  return path.every((key) => typeof key === 'string') ? path : undefined
}

function namesIn(key: AST.TOMLKey): readonly string[] {
  return key.keys.map((part) => (part.type === 'TOMLBare' ? part.name : part.value))
}

/** A table or a value with its whole path. */
type Statement =
  | { readonly kind: 'table'; readonly node: AST.TOMLTable; readonly path: readonly (string | number)[] }
  | { readonly kind: 'value'; readonly node: AST.TOMLKeyValue; readonly path: readonly (string | number)[] }

function statementsOf(program: AST.TOMLProgram): readonly Statement[] {
  return program.body[0].body.flatMap((node): readonly Statement[] =>
    node.type === 'TOMLTable'
      ? [
          { kind: 'table', node, path: node.resolvedKey },
          ...node.body.map(
            (value): Statement => ({ kind: 'value', node: value, path: [...node.resolvedKey, ...namesIn(value.key)] }),
          ),
        ]
      : [{ kind: 'value', node, path: namesIn(node.key) }],
  )
}

function isBelow(path: readonly (string | number)[], keys: readonly string[]): boolean {
  return keys.every((key, index) => path[index] === key)
}

function hasEntry(program: AST.TOMLProgram, keys: readonly string[]): boolean {
  let value: unknown = getStaticTOMLValue(program)
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return false
    value = Reflect.get(value, key)
  }
  return true
}

/** True if a table around the entry is written in braces: nothing can be added to it from outside. */
function isClosed(program: AST.TOMLProgram, keys: readonly string[]): boolean {
  return statementsOf(program).some(
    ({ kind, node, path }) =>
      kind === 'value' &&
      path.length < keys.length &&
      isBelow(keys, path.map(String)) &&
      node.value.type === 'TOMLInlineTable',
  )
}

function removeEntry(text: string, program: AST.TOMLProgram, keys: readonly string[]): string | undefined {
  const statements = statementsOf(program)
  const own = statements.filter(({ path }) => isBelow(path, keys))
  if (own.length === 0) return removeInline(text, statements, keys)
  const tables = own.flatMap(({ kind, node }) => (kind === 'table' ? [node] : []))
  const edits = own.flatMap(({ kind, node }): readonly TextEdit[] => {
    const isInOwnTable = kind === 'value' && tables.some((table) => table === node.parent)
    if (isInOwnTable) return []
    const [start, end] = node.range
    const lines = wholeLines(text, start, afterComment(text, end))
    return [{ ...lines, text: '' }]
  })
  return applyEdits(text, edits)
}

/** A comment on the last line of an entry belongs to it. */
function afterComment(text: string, end: number): number {
  const next = afterBlanks(text, end)
  return text[next] === '#' ? next + (/^[^\r\n]*/.exec(text.slice(next))?.[0].length ?? 0) : end
}

function removeInline(text: string, statements: readonly Statement[], keys: readonly string[]): string | undefined {
  for (const statement of statements) {
    if (statement.kind !== 'value' || !isBelow(keys, statement.path.map(String))) continue
    let [value, left] = [statement.node.value, keys.slice(statement.path.length)]
    while (value.type === 'TOMLInlineTable') {
      const pairs: readonly AST.TOMLKeyValue[] = value.body
      const index = pairs.findIndex(({ key }) => isBelow(left, namesIn(key)))
      const pair = pairs[index]
      if (pair === undefined) return undefined
      left = left.slice(namesIn(pair.key).length)
      if (left.length > 0) {
        value = pair.value
        continue
      }
      const ranges = pairs.map(({ range: [start, end] }) => ({ start, end }))
      return removeElement(text, ranges, index, (whole, offset) => {
        const next = afterBlanks(whole, offset)
        return whole[next] === ',' ? next : undefined
      })
    }
  }
  return undefined
}

type Table = { readonly [key: string]: ConfigValue }

function isTable(value: ConfigValue): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function renderTable(keys: readonly string[], table: Table): readonly string[] {
  const entries = Object.entries(table)
  const values = entries.filter(([, value]) => !isTable(value))
  const tables = entries.filter((entry): entry is [string, Table] => isTable(entry[1]))
  return [
    `[${keys.map(renderKey).join('.')}]`,
    ...values.map(([key, value]) => `${renderKey(key)} = ${renderValue(value)}`),
    ...tables.flatMap(([key, inner]) => ['', ...renderTable([...keys, key], inner)]),
  ]
}

function renderKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : renderString(key)
}

function renderValue(value: ConfigValue): string {
  if (typeof value === 'string') return renderString(value)
  if (Array.isArray(value)) return `[${value.map(renderValue).join(', ')}]`
  if (isTable(value))
    return `{ ${Object.entries(value)
      .map(([key, inner]) => `${renderKey(key)} = ${renderValue(inner)}`)
      .join(', ')} }`
  return String(value)
}

/** TOML's basic strings take JSON's escapes; DEL alone JSON leaves as it is and TOML refuses. */
function renderString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f')
}
