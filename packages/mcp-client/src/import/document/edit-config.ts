import { isDeepStrictEqual } from 'node:util'
import type { ConfigSyntax, ConfigValue, EntryPath } from './config-syntax.ts'

/** One change of a file of configuration. Without `value` the entry is removed. */
export interface EntryChange {
  readonly path: EntryPath
  readonly value?: ConfigValue
}

/** The changed text, or the reason why the file is left as it is. */
export type EditedConfig =
  | { readonly status: 'edited'; readonly text: string }
  | { readonly status: 'refused'; readonly why: string }

/** The mark with which some editors begin a file. */
const byteOrderMark = '\uFEFF'

/**
 * Makes changes in a text, and reads the result again: a text that would not say exactly what was meant is refused. Changes that
 * change nothing leave the text as it is.
 */
export function editConfig(syntax: ConfigSyntax, text: string, changes: readonly EntryChange[]): EditedConfig {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  let current = text.slice(mark.length)
  for (const change of changes) {
    const before = syntax.read(current)
    if (before.status === 'broken') return { status: 'refused', why: before.why }
    const wanted = changed(before.value, change.path, change.value)
    if (wanted === undefined) return { status: 'refused', why: `it has something else at ${describe(change.path)}` }
    if (isDeepStrictEqual(wanted, before.value)) continue
    const { path, value } = change
    const next = value === undefined ? syntax.remove(current, path) : syntax.set(current, path, value)
    const after = next === undefined ? undefined : syntax.read(next)
    const isMeant =
      after?.status === 'read' &&
      (isDeepStrictEqual(after.value, wanted) || isDeepStrictEqual(after.value, withoutEmpty(wanted, path)))
    if (next === undefined || !isMeant)
      return {
        status: 'refused',
        why: `the entry ${describe(path)} is written in a way that cannot be edited on its own`,
      }
    current = next
  }
  return { status: 'edited', text: mark + current }
}

/** Reads a text, with or without a byte order mark. */
export function readConfig(syntax: ConfigSyntax, text: string): ReturnType<ConfigSyntax['read']> {
  return syntax.read(text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text)
}

function describe(path: EntryPath): string {
  return path.map((key) => JSON.stringify(typeof key === 'string' ? key : key.name)).join('.')
}

/** Returns the value as it should be after the change; undefined if something else is in the way. */
function changed(
  value: ConfigValue | undefined,
  [key, ...rest]: EntryPath,
  entry: ConfigValue | undefined,
): ConfigValue | undefined {
  if (key === undefined) return entry
  if (typeof key === 'string') {
    if (!(value === undefined || value === null || isTable(value))) return undefined
    const table = value ?? {}
    const own = Object.hasOwn(table, key) ? table[key] : undefined
    if (own === undefined && entry === undefined) return value ?? {}
    if (rest.length === 0 && entry === undefined)
      return Object.fromEntries(Object.entries(table).filter(([name]) => name !== key))
    const inner = changed(own, rest, entry)
    return inner === undefined ? undefined : { ...table, [key]: inner }
  }
  if (!(value === undefined || value === null || Array.isArray(value))) return undefined
  const list: readonly ConfigValue[] = value ?? []
  const index = list.findIndex((item) => isTable(item) && item.name === key.name)
  if (entry === undefined) return list.filter((_item, place) => place !== index)
  return index < 0 ? [...list, entry] : [...list.slice(0, index), ...list.slice(index + 1), entry]
}

/** Leaves out the tables around a removed entry that are empty: TOML has no way to write them. */
function withoutEmpty(value: ConfigValue, [key, ...rest]: EntryPath): ConfigValue {
  if (typeof key !== 'string' || !isTable(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      if (name !== key) return [[name, inner]]
      const left = withoutEmpty(inner, rest)
      return isTable(left) && Object.keys(left).length === 0 ? [] : [[name, left]]
    }),
  )
}

function isTable(value: ConfigValue | undefined): value is { readonly [key: string]: ConfigValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
