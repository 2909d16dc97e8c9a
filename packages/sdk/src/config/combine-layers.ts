import { homedir } from 'node:os'
import { defaultLimitSettings, type LimitSettings } from '@drawbridge/core'
import type { LimitsSection } from '@drawbridge/core/configuration'
import { defaultArtifactLimits } from '@drawbridge/store'
import type { ConfigLayer } from './config-layer.ts'
import type { Configuration } from './configuration.ts'

/** Puts checked layers together: of single values the most particular counts, lists of secrets and folders add up. */
export function combineLayers(layers: readonly ConfigLayer[], home: string = homedir()): Configuration {
  const configs = layers.map(({ config }) => config)
  const operator = layers.find(({ kind }) => kind === 'operator')?.config
  const folders = (key: 'readRoots' | 'writeRoots') =>
    configs.flatMap(({ permissions }) => permissions?.[key] ?? []).map((folder) => folder.replace(/^~(?=\/|$)/, home))
  return {
    layers,
    limits: configs.reduce<LimitSettings>(
      (limits, config) => merge(limits, numbers(config.limits)),
      defaultLimitSettings,
    ),
    sharesLimits: operator?.limits?.shared,
    approvals: operator?.approvals ?? {},
    artifacts: configs.reduce((limits, { artifacts }) => merge(limits, artifacts ?? {}), {
      ...defaultArtifactLimits,
    } as Configuration['artifacts']),
    store: operator?.store,
    scrub: {
      values: layers.flatMap(({ config: { scrub }, secrets }) => [...(scrub?.values ?? []), ...secrets]),
      patterns: configs.flatMap(({ scrub }) => scrub?.patterns ?? []),
      serverAddresses:
        configs.findLast(({ scrub }) => scrub?.serverAddresses !== undefined)?.scrub?.serverAddresses ?? 'off',
    },
    hooks: configs.flatMap(({ hooks }) => hooks ?? []),
    readRoots: folders('readRoots'),
    writeRoots: folders('writeRoots'),
  }
}

function numbers({ shared: _, ...limits }: LimitsSection = {}): object {
  return limits
}

/** `over` laid over `base`, object by object. */
function merge<Value extends object>(base: Value, over: object): Value {
  const result = { ...base } as Record<string, unknown>
  for (const [key, value] of Object.entries(over)) {
    const before = result[key]
    if (value === undefined) continue
    result[key] = isObject(before) && isObject(value) ? merge(before, value) : value
  }
  return result as Value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
