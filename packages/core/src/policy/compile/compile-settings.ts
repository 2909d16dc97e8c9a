import { compileHostPattern } from '../rules/match-host.ts'
import { compilePathGlob, type PolicyPlace } from '../rules/match-path.ts'
import type { NetworkSettings, RuleSettings } from '../rules/rule-settings.ts'
import type { PolicyLayer } from '../section/policy-config.ts'

/** The settings of all layers together: of single values the last one counts, lists of hosts narrow one another. */
export function compileSettings(layers: readonly PolicyLayer[], place: PolicyPlace): RuleSettings {
  return {
    mode: modeOf(layers),
    network: networkOf(layers),
    isSensitive: sensitivity(layers, place),
    groupSetting: groupSettings(layers),
  }
}

function modeOf(layers: readonly PolicyLayer[]): RuleSettings['mode'] {
  const layer = layers.findLast(({ config }) => config.permissions?.mode !== undefined)
  const name = layer?.config.permissions?.mode
  if (layer === undefined || name === undefined) return { name: 'default', source: 'built-in' }
  return { name, source: layer.source(['permissions', 'mode']) }
}

function networkOf(layers: readonly PolicyLayer[]): NetworkSettings {
  const present = layers.filter(({ config }) => config.network !== undefined)
  const allowed = present.flatMap(({ config: { network } }) =>
    network?.allowed === undefined ? [] : [network.allowed.map(compileHostPattern)],
  )
  const denied = present.flatMap(({ config: { network } }) => (network?.denied ?? []).map(compileHostPattern))
  return {
    source: present.at(-1)?.source(['network']) ?? 'built-in',
    confirms: present.some(({ config }) => config.network?.mode === 'confirm'),
    isDenied: (host) => denied.some((matches) => matches(host)),
    ...(allowed.length === 0
      ? {}
      : { isAllowed: (host: string) => allowed.every((list) => list.some((matches) => matches(host))) }),
  }
}

/** Below a recursive target, what may not be seen is left out by who opens it. */
function sensitivity(layers: readonly PolicyLayer[], place: PolicyPlace): RuleSettings['isSensitive'] {
  const texts = layers.flatMap(({ config }) => config.permissions?.sensitive ?? [])
  const operatorsWord = compileSensitivity(texts, place)
  return ({ real, sensitive }) => operatorsWord(real) ?? sensitive
}

function groupSettings(layers: readonly PolicyLayer[]): RuleSettings['groupSetting'] {
  const settings = new Map<string, { readonly setting: 'deny' | 'ask' | 'off'; readonly source: string }>()
  for (const layer of layers) {
    for (const [group, setting] of Object.entries(layer.config.shell?.groups ?? {})) {
      if (setting !== undefined) settings.set(group, { setting, source: layer.source(['shell', 'groups', group]) })
    }
  }
  return (group) => settings.get(group)
}

/**
 * Returns the operator's setting for a real path: true if it contains credentials, false if not, undefined if not set.
 */
export type Sensitivity = (real: string) => boolean | undefined

/** Compiles `permissions.sensitive` of all layers. An exception, `!GLOB`, counts more than what it excepts. */
export function compileSensitivity(texts: readonly string[], place: PolicyPlace): Sensitivity {
  const added = texts.filter((text) => !text.startsWith('!')).map((text) => compilePathGlob(text, place))
  const excepted = texts.filter((text) => text.startsWith('!')).map((text) => compilePathGlob(text.slice(1), place))
  return (real) => {
    if (excepted.some((glob) => glob.matches(real))) return false
    return added.some((glob) => glob.reaches(real)) ? true : undefined
  }
}
