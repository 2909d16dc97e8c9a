import { defined, shorten } from '@drawbridge/core/base'
import { skippedFolders } from '@drawbridge/tools/listing'
import { isMeantBy, type LoadedSection, noSections } from '../room/room-sections.ts'
import type { Configuration } from './configuration.ts'
import { leavesOf } from './leaves-of.ts'
import { builtInNumbers } from './numbers.ts'
import { type TakesEffect, takesEffect } from './takes-effect.ts'
import { unheldCosts } from './unheld-costs.ts'

/** One value that is in force, and its source. */
export interface EffectiveValue {
  /** Dotted. */
  readonly key: string
  readonly value: unknown
  /** A file with its line, or `built-in`. */
  readonly origin: string
  /** From when on running processes go by a change of it. */
  readonly takesEffect: TakesEffect
  /** Set if it cannot do what it says. */
  readonly remark?: string
}

const builtIn: readonly Omit<EffectiveValue, 'takesEffect'>[] = [
  { key: 'tools.profile', value: 'full', origin: 'built-in' },
  { key: 'tools.dialect', value: 'safe', origin: 'built-in' },
  { key: 'permissions.mode', value: 'default', origin: 'built-in' },
  { key: 'permissions.allowBypass', value: false, origin: 'built-in' },
  { key: 'approvals.automatic', value: 'alone', origin: 'built-in' },
  { key: 'flow.mode', value: 'watch', origin: 'built-in' },
  { key: 'permissions.temporaryFolder', value: false, origin: 'built-in' },
  { key: 'backups.perFile', value: 10, origin: 'built-in' },
  { key: 'fs.skippedFolders', value: skippedFolders, origin: 'built-in' },
  { key: 'sandbox.mode', value: 'off', origin: 'built-in' },
  { key: 'shell.unapproved', value: 'contained', origin: 'built-in' },
  { key: 'telemetry.enabled', value: false, origin: 'built-in' },
  { key: 'telemetry.contents', value: false, origin: 'built-in' },
  ...builtInNumbers.map(({ key, value }) => ({ key, value, origin: 'built-in' })),
]

/** Never shown: what these hold must not leave. */
export const secretKeys: ReadonlySet<string> = new Set(['scrub.values'])

/**
 * Every value in force, by key. Of a single value there is one entry, from the most particular layer; of a list one for each layer
 * that has it, since all of them hold.
 */
export function explainConfiguration({
  layers,
  sections = noSections,
  rooms = new Map(),
}: Pick<Configuration, 'layers'> & Partial<Pick<Configuration, 'sections' | 'rooms'>>): readonly EffectiveValue[] {
  const remarks = new Map(unheldCosts({ layers, rooms }).map(({ key, reason }) => [key, reason]))
  const momentOf = (path: readonly (string | number)[]) => takesEffect(path, { sections, layers })
  const single = new Map(
    [...builtIn, ...sections.flatMap(builtInOf)].map((entry): [string, EffectiveValue] => [
      entry.key,
      { ...entry, takesEffect: momentOf(entry.key.split('.')) },
    ]),
  )
  const lists: EffectiveValue[] = []
  for (const layer of layers) {
    for (const { path, value } of leavesOf(layer.config, [])) {
      if (path[0] === '$schema' || path[0] === 'tests') continue
      const key = path.join('.')
      const isSecret = sections.some(
        ({ room, secretKeys = [] }) =>
          path[0] === room && secretKeys.some((pattern) => isMeantBy(pattern, path.slice(1))),
      )
      const entry = {
        key,
        value: isSecret ? 'not shown' : shown(key, value),
        origin: layer.source(path),
        takesEffect: momentOf(path),
        ...defined({ remark: remarks.get(key) }),
      }
      // A list that is set replaces the built-in one.
      if (Array.isArray(value)) single.delete(key)
      if (Array.isArray(value)) lists.push(entry)
      else single.set(key, entry)
    }
  }
  return [...single.values(), ...lists].sort((left, right) =>
    left.key < right.key ? -1 : left.key > right.key ? 1 : 0,
  )
}

const longestText = 200

function shown(key: string, value: unknown): unknown {
  if (key === 'hooks' && Array.isArray(value))
    return value.map((hook: object) => ('secret' in hook ? { ...hook, secret: 'not shown' } : hook))
  if (key === 'store.url') return withoutPassword(String(value))
  if (key.startsWith('agents.') && typeof value === 'string' && value.length > longestText)
    return `${shorten(value, longestText)} (${value.length} characters)`
  return secretKeys.has(key) && Array.isArray(value) ? `${value.length} values` : value
}

/** A text that is not a URL may be anything, so it is not shown either. */
function withoutPassword(text: string): string {
  if (!URL.canParse(text)) return 'not shown'
  const url = new URL(text)
  if (url.password !== '') url.password = 'REDACTED'
  for (const name of url.searchParams.keys()) if (/password/i.test(name)) url.searchParams.set(name, 'REDACTED')
  return url.href
}

/** Returns the default values of a room's section. */
function builtInOf({ room, builtIn, secretKeys = [] }: LoadedSection): readonly Omit<EffectiveValue, 'takesEffect'>[] {
  return leavesOf(builtIn, []).map(({ path, value }) => ({
    key: [room, ...path].join('.'),
    value: secretKeys.some((key) => isMeantBy(key, path)) ? 'not shown' : value,
    origin: 'built-in',
  }))
}
