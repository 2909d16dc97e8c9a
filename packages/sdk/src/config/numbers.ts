import { defaultLimitSettings } from '@drawbridge/core/limits'
import { defaultArtifactLimits } from '@drawbridge/store'
import type { ConfigLayer } from './config-layer.ts'
import { defaultRunLimits } from './run-limits.ts'
import type { DrawbridgeConfig } from './sections.ts'

/** A number somewhere in the sections that hold limits. */
export interface NumberEntry {
  readonly path: readonly string[]
  /** Dotted. */
  readonly key: string
  readonly value: number
}

/** Returns every limit that a configuration sets. A window is one limit: its length has no meaning on its own. */
export function numbersOf({
  limits = {},
  artifacts = {},
}: Pick<DrawbridgeConfig, 'limits' | 'artifacts'>): readonly NumberEntry[] {
  return [...collect(limits, ['limits']), ...collect(artifacts, ['artifacts'])]
}

function collect(value: object, path: readonly string[]): readonly NumberEntry[] {
  return Object.entries(value).flatMap<NumberEntry>(([name, inner]) => {
    const place = [...path, name]
    if (typeof inner === 'number') return [{ path: place, key: place.join('.'), value: inner }]
    return typeof inner === 'object' && inner !== null ? collect(inner, place) : []
  })
}

/** The default limits. */
export const builtInNumbers: readonly NumberEntry[] = numbersOf({
  limits: { ...defaultLimitSettings, ...defaultRunLimits },
  artifacts: defaultArtifactLimits,
})

/** The limits that hold without any project's file, by dotted key. */
export function limitsWithout(layers: readonly ConfigLayer[]): ReadonlyMap<string, number> {
  const operators = layers.filter(({ kind }) => kind === 'operator').flatMap(({ config }) => numbersOf(config))
  return new Map([...builtInNumbers, ...operators].map(({ key, value }) => [key, value]))
}
