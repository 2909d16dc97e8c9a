import { createHash } from 'node:crypto'
import { isJsonObject, stableStringify } from '@drawbridge/core/base'
import type { ConfigurationChange, ConfigurationRow } from '@drawbridge/store/configuration-rows'
import { isAtOrBelow } from '../config/config-path.ts'
import { textOf } from '../config/database-layer.ts'
import type { PolicyTest } from '../config/sections.ts'

/** Policy sections of the configuration as one JSON value, as a file would hold them. */
export type PolicyContent = Readonly<Record<string, unknown>>

/**
 * The sections that make up the policy in the database and that a draft may hold. Hooks and sandboxes are not among them: they name
 * programs that run on this machine.
 */
export const draftSections = [
  'tools',
  'permissions',
  'agents',
  'approvals',
  'flow',
  'network',
  'shell',
  'limits',
] as const

/** The settings of an agent that are policy. Others, such as its quality gates, name programs. */
export const draftAgentKeys = ['tools', 'permissions'] as const

type Setting = Pick<ConfigurationRow, 'path' | 'value'>

/** Returns true if a setting belongs to the policy. */
export function isPolicyPath([section = '', , key]: readonly string[]): boolean {
  if (section === 'agents') return (draftAgentKeys as readonly (string | undefined)[]).includes(key)
  return (draftSections as readonly string[]).includes(section)
}

/** Returns the policy that the settings of the database hold. */
export function policyOfRows(rows: readonly Setting[]): PolicyContent {
  const settings = rows.flatMap(({ path, value }) => leaves(value, path)).filter(({ path }) => isPolicyPath(path))
  return JSON.parse(textOf(settings)) as PolicyContent
}

/** Returns a text that is equal for equal policies with equal tests, whatever the order of their keys. */
export function digestOfPolicy(content: PolicyContent, tests: readonly PolicyTest[]): string {
  const whole = tests.length === 0 ? content : { ...content, tests }
  return createHash('sha256').update(stableStringify(whole)).digest('hex').slice(0, 16)
}

/** Returns the change that makes a policy the one of the database. What stays as it is keeps its author. */
export function changeToPolicy(
  rows: readonly ConfigurationRow[],
  content: PolicyContent,
): Pick<ConfigurationChange, 'remove' | 'add'> {
  const wanted = leaves(content, []).filter(({ path }) => isPolicyPath(path))
  const keyOf = ({ path, value }: Setting) => `${JSON.stringify(path)} ${stableStringify(value)}`
  const wantedKeys = new Set(wanted.map(keyOf))
  const parts = rows.map((row) => ({ row, settings: leaves(row.value, row.path) }))
  const known = new Set(parts.flatMap(({ settings }) => settings.map(keyOf)))
  const isNew = (setting: Setting) => !known.has(keyOf(setting))
  const changed = parts.filter(
    ({ row, settings }) =>
      settings.some((setting) => isPolicyPath(setting.path) && !wantedKeys.has(keyOf(setting))) ||
      wanted.some((setting) => isNew(setting) && isAtOrBelow(setting.path, row.path)),
  )
  const kept = new Set(parts.filter((part) => !changed.includes(part)).flatMap(({ settings }) => settings.map(keyOf)))
  const besides = changed.flatMap(({ settings }) => settings.filter(({ path }) => !isPolicyPath(path)))
  const added = [...besides, ...wanted.filter((setting) => !kept.has(keyOf(setting)))]
  return { remove: changed.map(({ row }) => row.path), add: added }
}

/** Returns the rows as they would be after a change. */
export function rowsAfter(
  rows: readonly ConfigurationRow[],
  { remove, add }: Pick<ConfigurationChange, 'remove' | 'add'>,
): readonly ConfigurationRow[] {
  const removed = new Set(remove.map((path) => JSON.stringify(path)))
  const kept = rows.filter(({ path }) => !removed.has(JSON.stringify(path)))
  return [...kept, ...add.map((setting) => ({ ...setting, setBy: '', setAt: 0 }))]
}

/** Returns every value that is not an object with keys, with its path. */
export function leaves(value: unknown, path: readonly string[]): readonly Setting[] {
  if (!isJsonObject(value)) return [{ path, value }]
  const entries = Object.entries(value)
  if (entries.length === 0) return path.length < 2 ? [] : [{ path, value }]
  return entries.flatMap(([key, inner]) => leaves(inner, [...path, key]))
}
