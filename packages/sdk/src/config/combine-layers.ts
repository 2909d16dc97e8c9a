import { homedir } from 'node:os'
import { defined } from '@drawbridge/core/base'
import type { LimitsSection } from '@drawbridge/core/configuration'
import type { FlowMode, FlowSettings } from '@drawbridge/core/flow'
import { defaultLimitSettings, type LimitSettings } from '@drawbridge/core/limits'
import { defaultArtifactLimits } from '@drawbridge/store'
import { isMeantBy, type LoadedSection, noSections, sectionIn } from '../room/room-sections.ts'
import { agentProfiles } from './agent-profiles.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { Configuration } from './configuration.ts'
import { leavesOf } from './leaves-of.ts'
import { runLimitsOf } from './run-limits.ts'

interface CombineOptions {
  /** The folder that `~/` means. Default: the home of this user. */
  readonly home?: string
  /** The sections of the rooms that the layers were checked with. Default: none. */
  readonly sections?: readonly LoadedSection[]
}

/** Puts checked layers together: of single values the most particular counts, lists of secrets and folders add up. */
export function combineLayers(
  layers: readonly ConfigLayer[],
  { home = homedir(), sections = noSections }: CombineOptions = {},
): Configuration {
  const configs = layers.map(({ config }) => config)
  const operators = layers.filter(({ kind }) => kind === 'operator').map(({ config }) => config)
  const folders = (key: 'readRoots' | 'writeRoots') =>
    configs.flatMap(({ permissions }) => permissions?.[key] ?? []).map((folder) => folder.replace(/^~(?=\/|$)/, home))
  return {
    layers,
    dialect: operators.findLast(({ tools }) => tools?.dialect !== undefined)?.tools?.dialect,
    limits: configs.reduce<LimitSettings>(
      (limits, config) => merge(limits, rates(config.limits)),
      defaultLimitSettings,
    ),
    runLimits: runLimitsOf(configs.reduce<LimitsSection>((limits, config) => merge(limits, config.limits ?? {}), {})),
    sharesLimits: operators.findLast(({ limits }) => limits?.shared !== undefined)?.limits?.shared,
    approvals: operators.reduce<Configuration['approvals']>(
      (approvals, config) => merge(approvals, config.approvals ?? {}),
      {},
    ),
    flow: flowSettings(layers),
    artifacts: configs.reduce((limits, { artifacts }) => merge(limits, artifacts ?? {}), {
      ...defaultArtifactLimits,
    } as Configuration['artifacts']),
    telemetry: operators.reduce<Configuration['telemetry']>(
      (telemetry, config) => merge(telemetry, config.telemetry ?? {}),
      {},
    ),
    // The database cannot configure its own place.
    store: operators[0]?.store,
    scrub: {
      values: [
        ...layers.flatMap(({ config: { scrub }, secrets }) => [...(scrub?.values ?? []), ...secrets]),
        ...configs.flatMap(({ hooks = [] }) => hooks.flatMap(({ secret }) => secret ?? [])),
        ...sections.flatMap((section) => configs.flatMap((config) => secretTextsIn(section, config))),
      ],
      patterns: configs.flatMap(({ scrub }) => scrub?.patterns ?? []),
      serverAddresses:
        configs.findLast(({ scrub }) => scrub?.serverAddresses !== undefined)?.scrub?.serverAddresses ?? 'off',
    },
    sections,
    rooms: new Map([...sectionsOfCore(layers), ...sections.flatMap((section) => combineSection(section, layers))]),
    hooks: configs.flatMap(({ hooks }) => hooks ?? []),
    readRoots: folders('readRoots'),
    writeRoots: folders('writeRoots'),
  }
}

/** Sections that belong to core, since every call needs them, and that rooms of ours read as well. */
export const sharedSections: readonly string[] = ['hooks', 'artifacts', 'agents']

/** Combines those sections. To the list of hooks each layer adds; the room of agents reads profiles. */
function sectionsOfCore(layers: readonly ConfigLayer[]): readonly (readonly [string, unknown])[] {
  const configs = layers.map(({ config }) => config)
  const profiles = agentProfiles(layers)
  const hooks = configs.flatMap(({ hooks: own }) => own ?? [])
  const artifacts = mergedSection('artifacts', configs)
  return [
    ...(hooks.length === 0 ? [] : [['hooks', hooks] as const]),
    ...(artifacts === undefined ? [] : [['artifacts', artifacts] as const]),
    ...(Object.keys(profiles).length === 0 ? [] : [['agents', profiles] as const]),
  ]
}

/** Combines the section of one room; undefined if no file contains it. To a list of the operator a project only adds. */
function combineSection(
  { room, builtIn }: LoadedSection,
  layers: readonly ConfigLayer[],
): readonly (readonly [string, unknown])[] {
  const configsOf = (wanted: ConfigLayer['kind']) =>
    layers.filter(({ kind }) => kind === wanted).map(({ config }) => config)
  const project = mergedSection(room, configsOf('project'))
  const operators = mergedSection(room, configsOf('operator'), builtIn) ?? (project === undefined ? undefined : builtIn)
  if (operators === undefined) return []
  if (project === undefined) return [[room, operators]]
  const isMerged = isObject(operators) && isObject(project)
  return [[room, isMerged ? merge(operators, project, (own, more) => [...new Set([...own, ...more])]) : project]]
}

/** The section of a room in several layers, the later over the earlier; undefined if none has it. */
export function mergedSection(room: string, configs: readonly ConfigLayer['config'][], base: object = {}): unknown {
  const written = configs.map((config) => sectionIn(config, room)).filter((section) => section !== undefined)
  if (written.length === 0) return undefined
  return written.reduce<unknown>(
    (under, section) => (isObject(under) && isObject(section) ? merge(under, section) : section),
    base,
  )
}

/** The texts at the secret keys of a section that are long enough to be distinguished from ordinary words. */
function secretTextsIn({ room, secretKeys = [] }: LoadedSection, config: ConfigLayer['config']): readonly string[] {
  const section = sectionIn(config, room)
  if (!isObject(section)) return []
  return leavesOf(section, []).flatMap(({ path, value }) =>
    typeof value === 'string' && value.length >= 6 && secretKeys.some((key) => isMeantBy(key, path)) ? [value] : [],
  )
}

/** The limits on how often is called. Those of runs are passed to runs. */
function rates({ shared, timeouts, arguments: ofArguments, results, ...limits }: LimitsSection = {}): object {
  return limits
}

type MergeLists = (base: readonly unknown[], over: readonly unknown[]) => readonly unknown[]

/** `over` laid over `base`, object by object; lists by `mergeLists`. */
function merge<Value extends object>(base: Value, over: object, mergeLists: MergeLists = (_, list) => list): Value {
  const result = { ...base } as Record<string, unknown>
  for (const [key, value] of Object.entries(over)) {
    const before = result[key]
    if (value === undefined) continue
    if (Array.isArray(before) && Array.isArray(value)) result[key] = mergeLists(before, value)
    else result[key] = isObject(before) && isObject(value) ? merge(before, value, mergeLists) : value
  }
  return result as Value
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The modes that a project may choose, from the mildest. `autonomous` answers questions, so only the operator may. */
const order: readonly FlowMode[] = ['off', 'watch', 'autonomous', 'guard', 'strict']

/** Returns the settings of information flow: the operator's; a project may only choose a stricter mode. Pure. */
export function flowSettings(layers: readonly ConfigLayer[]): FlowSettings {
  const operators = layers.filter(({ kind }) => kind === 'operator').flatMap(({ config }) => config.flow ?? [])
  const {
    mode = 'watch',
    tools,
    trustedTools,
    constants,
    readers,
  } = Object.assign({}, ...operators) as Partial<FlowSettings>
  const projects = layers.flatMap((layer) => (layer.kind === 'project' ? (layer.config.flow?.mode ?? []) : []))
  return { mode: [mode, ...projects].reduce(stricter), ...defined({ tools, trustedTools, constants, readers }) }
}

function stricter(one: FlowMode, other: FlowMode): FlowMode {
  return other !== 'autonomous' && order.indexOf(other) > order.indexOf(one) ? other : one
}
