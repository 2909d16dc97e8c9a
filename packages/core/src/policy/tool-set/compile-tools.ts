import { defined } from '../../base/defined.ts'
import type { AgentsSection } from '../section/agents-section.ts'
import type { ConfigPath, PolicyLayer } from '../section/policy-config.ts'
import type { ToolLists, ToolsSection } from '../section/tools-section.ts'
import type { AgentLists, CompiledTools, NamedProfile, ScopeLists } from './compiled-tools.ts'
import { builtInProfiles } from './profiles.ts'
import { compileToolList, type ToolList } from './tool-list.ts'

/** Profiles by name, of all layers together. */
export type Profiles = ReadonlyMap<string, NamedProfile>

/** The built-in profiles and those of the layers; of two with one name the later counts. */
export function collectProfiles(layers: readonly PolicyLayer[]): Profiles {
  const profiles = new Map<string, NamedProfile>()
  for (const [name, entries] of builtInProfiles) {
    profiles.set(name, { name, list: compileToolList(entries, () => 'built-in') })
  }
  for (const layer of layers) {
    for (const [name, entries] of Object.entries(layer.config.tools?.profiles ?? {})) {
      profiles.set(name, { name, list: listAt(layer, ['tools', 'profiles', name], entries) })
    }
  }
  return profiles
}

/** Compiles the lists of one layer. Names of profiles have been checked. */
export function compileTools(layer: PolicyLayer, profiles: Profiles): CompiledTools {
  const { tools = {}, agents = {} } = layer.config
  return {
    ...profileOf(layer, ['tools', 'profile'], tools.profile, profiles),
    lists: scopeLists(layer, ['tools'], tools),
    byProvider: compileProviders(layer, tools, profiles),
    agents: compileAgents(layer, agents, profiles),
  }
}

function compileProviders(
  layer: PolicyLayer,
  { byProvider = {} }: ToolsSection,
  profiles: Profiles,
): CompiledTools['byProvider'] {
  return mapEntries(byProvider, (key, lists) => ({
    ...profileOf(layer, ['tools', 'byProvider', key, 'profile'], lists.profile, profiles),
    ...scopeLists(layer, ['tools', 'byProvider', key], lists),
  }))
}

function compileAgents(layer: PolicyLayer, agents: AgentsSection, profiles: Profiles): CompiledTools['agents'] {
  return mapEntries(agents, (id, { tools = {} }) => {
    const path = ['agents', id, 'tools']
    const { profile } = profileOf(layer, [...path, 'profile'], tools.profile, profiles)
    return {
      ...(layer.kind === 'project'
        ? withinLayer(profile, scopeLists(layer, path, tools))
        : { ...defined({ profile }), lists: scopeLists(layer, path, tools) }),
      byProvider: mapEntries(tools.byProvider ?? {}, (key, lists) =>
        scopeLists(layer, [...path, 'byProvider', key], lists),
      ),
    }
  })
}

/**
 * Lets what a layer that only narrows also allows count within its own profile and list: there it leaves more, and nothing that another
 * layer left out comes back.
 */
function withinLayer(
  profile: NamedProfile | undefined,
  { alsoAllow, allow, ...lists }: ScopeLists,
): Pick<AgentLists, 'profile' | 'lists'> {
  const extended = (list: ToolList): ToolList =>
    alsoAllow === undefined ? list : { ...list, find: (tool) => list.find(tool) ?? alsoAllow.find(tool) }
  return {
    ...(profile === undefined ? {} : { profile: { ...profile, list: extended(profile.list) } }),
    lists: { ...lists, ...(allow === undefined ? {} : { allow: extended(allow) }) },
  }
}

function mapEntries<Value, Result>(
  record: Readonly<Record<string, Value>>,
  map: (key: string, value: Value) => Result,
): ReadonlyMap<string, Result> {
  return new Map(Object.entries(record).map(([key, value]) => [key, map(key, value)]))
}

/** The author of a profile's choice is responsible for the tools that it leaves out. */
function profileOf(
  layer: PolicyLayer,
  path: ConfigPath,
  name: string | undefined,
  profiles: Profiles,
): { readonly profile?: NamedProfile } {
  const profile = name === undefined ? undefined : profiles.get(name)
  return profile === undefined
    ? {}
    : { profile: { name: profile.name, list: { ...profile.list, source: layer.source(path) } } }
}

function scopeLists(layer: PolicyLayer, path: ConfigPath, { allow, deny, alsoAllow }: ToolLists): ScopeLists {
  return {
    ...(allow === undefined ? {} : { allow: listAt(layer, [...path, 'allow'], allow) }),
    ...(deny === undefined ? {} : { deny: listAt(layer, [...path, 'deny'], deny) }),
    ...(alsoAllow === undefined ? {} : { alsoAllow: listAt(layer, [...path, 'alsoAllow'], alsoAllow) }),
  }
}

function listAt(layer: PolicyLayer, path: ConfigPath, entries: readonly string[]) {
  return compileToolList(entries, (index) => layer.source(index === undefined ? path : [...path, index]))
}
