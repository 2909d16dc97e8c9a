import type { ConfigPath, PermissionRule } from '@drawbridge/core/policy'
import { type LoadedSection, sectionIn } from '../room/room-sections.ts'
import { wideningSandbox } from '../sandbox/widening-sandbox.ts'
import { flowSettings, mergedSection } from './combine-layers.ts'
import type { ConfigLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import { limitsWithout, numbersOf } from './numbers.ts'
import { placeSettings } from './place-settings.ts'
import { unapprovedSetting } from './unapproved-setting.ts'

const elsewhere = "Put it in the operator's file (drawbridge.jsonc in the data folder, or --config)."

/** Keys that a project may set; `*` stands for any name. Everything else is the operator's. */
const allowedKeys: readonly string[] = [
  '$schema',
  'tests',
  'tools.allow',
  'tools.deny',
  'tools.byProvider.*.allow',
  'tools.byProvider.*.deny',
  'agents.*.tools.allow',
  'agents.*.tools.deny',
  'agents.*.tools.byProvider.*.allow',
  'agents.*.tools.byProvider.*.deny',
  'agents.*.permissions.rules',
  'permissions.rules',
  'permissions.readScope',
  'permissions.sensitive',
  'flow.mode',
  'limits.calls',
  'limits.dangerousCalls',
  'limits.concurrentPerSession',
  'limits.concurrentPerTool',
  'limits.windows',
  'limits.queue',
  'limits.timeouts',
  'limits.arguments',
  'limits.results',
  'artifacts',
  'shell.unapproved',
  'sandbox.mode',
  'sandbox.required',
  'sandbox.workspace',
  'sandbox.network',
  'sandbox.memoryMb',
  'sandbox.cpus',
  'sandbox.processes',
  'sandbox.openFiles',
]

/**
 * Reports settings that a project's file may not contain. People clone a repository without reading its file, so it may
 * only narrow: rules that deny or ask, shorter lists, lower limits.
 * @param layers All layers, for the settings in force without the project's file.
 */
export function checkProjectLayer(
  layer: ConfigLayer,
  layers: readonly ConfigLayer[],
  sections: readonly LoadedSection[],
): readonly ConfigProblem[] {
  const operators = layers.filter(({ kind }) => kind === 'operator')
  return [
    ...foreignKeys(layer, [...allowedKeys, ...sections.flatMap(projectKeysOf)]),
    ...wideningRules(layer),
    ...wideningLists(layer),
    ...higherLimits(layer, limitsWithout(layers)),
    ...wideningSandbox(layer, operators, elsewhere),
    ...wideningUnapproved(layer, operators),
    ...wideningReads(layer, operators),
    ...wideningFlow(layer, operators),
    ...sections.flatMap((section) => wideningSection(section, layer, operators)),
  ]
}

function projectKeysOf({ room, projectKeys = [] }: LoadedSection): readonly string[] {
  return projectKeys.map((key) => `${room}.${key}`)
}

/** Returns a room's objections to a section that widens. */
function wideningSection(
  { room, widening }: LoadedSection,
  layer: ConfigLayer,
  operators: readonly ConfigLayer[],
): readonly ConfigProblem[] {
  const project = sectionIn(layer.config, room)
  if (widening === undefined || project === undefined) return []
  const operator = mergedSection(
    room,
    operators.map(({ config }) => config),
  )
  return widening(project, operator).map(({ path, message }) =>
    layer.problem([room, ...path], `${message} ${elsewhere}`),
  )
}

function foreignKeys(layer: ConfigLayer, allowed: readonly string[]): readonly ConfigProblem[] {
  return visit(layer.config, [])

  function visit(value: object, path: readonly string[]): readonly ConfigProblem[] {
    return Object.entries(value).flatMap(([key, inner]) => {
      const place = [...path, key]
      const fit = fitOf(place, allowed)
      if (fit === 'whole' || inner === undefined) return []
      if (fit === 'part' && typeof inner === 'object' && inner !== null) return visit(inner, place)
      return [
        layer.problem(
          path,
          `A project file cannot set "${place.join('.')}": it could widen what is allowed. ${elsewhere}`,
          key,
        ),
      ]
    })
  }
}

/** Returns `whole` if a key may be set as a whole, `part` if only some keys below it, `none` if not at all. */
function fitOf(place: readonly string[], allowed: readonly string[]): 'whole' | 'part' | 'none' {
  let fit: 'part' | 'none' = 'none'
  for (const pattern of allowed) {
    const steps = pattern.split('.')
    if (!place.every((key, index) => index >= steps.length || steps[index] === '*' || steps[index] === key)) continue
    if (place.length >= steps.length) return 'whole'
    fit = 'part'
  }
  return fit
}

function wideningRules(layer: ConfigLayer): readonly ConfigProblem[] {
  const { permissions, agents = {} } = layer.config
  const lists: readonly (readonly [ConfigPath, readonly PermissionRule[] | undefined])[] = [
    [['permissions', 'rules'], permissions?.rules],
    ...Object.entries(agents).map(
      ([id, agent]) => [['agents', id, 'permissions', 'rules'], agent.permissions?.rules] as const,
    ),
  ]
  return lists.flatMap(([path, rules = []]) =>
    rules.flatMap((rule, index) => {
      if (rule.then !== 'allow') return []
      return [layer.problem([...path, index, 'then'], `A project file can only deny or ask. ${elsewhere}`)]
    }),
  )
}

function wideningLists(layer: ConfigLayer): readonly ConfigProblem[] {
  return (layer.config.permissions?.sensitive ?? []).flatMap((glob, index) => {
    if (!glob.startsWith('!')) return []
    return [
      layer.problem(
        ['permissions', 'sensitive', index],
        `A project file can only add to the sensitive paths. ${elsewhere}`,
      ),
    ]
  })
}

function higherLimits(layer: ConfigLayer, limits: ReadonlyMap<string, number>): readonly ConfigProblem[] {
  return numbersOf(layer.config).flatMap(({ path, key, value }) => {
    const limit = limits.get(key)
    // As many calls in a longer time are fewer.
    const isLower = key.endsWith('.perMs')
      ? limit !== undefined && value >= limit
      : limit !== undefined && value <= limit
    if (limit === undefined || isLower) return []
    return [layer.problem(path, `A project file can only lower limits: "${key}" is ${limit} without it. ${elsewhere}`)]
  })
}

function wideningUnapproved(layer: ConfigLayer, operators: readonly ConfigLayer[]): readonly ConfigProblem[] {
  const { unapproved } = layer.config.shell ?? {}
  if (unapproved === undefined || unapprovedSetting([...operators, layer]) === unapproved) return []
  const message = `A project file can only let fewer commands run: "shell.unapproved" is ${unapprovedSetting(operators)} without it. ${elsewhere}`
  return [layer.problem(['shell', 'unapproved'], message)]
}

function wideningFlow(layer: ConfigLayer, operators: readonly ConfigLayer[]): readonly ConfigProblem[] {
  const mode = layer.config.flow?.mode
  if (mode === undefined || flowSettings([...operators, layer]).mode === mode) return []
  const message = `A project file can only choose a stricter mode: "flow.mode" is ${flowSettings(operators).mode} without it. ${elsewhere}`
  return [layer.problem(['flow', 'mode'], message)]
}

function wideningReads(layer: ConfigLayer, operators: readonly ConfigLayer[]): readonly ConfigProblem[] {
  if (layer.config.permissions?.readScope !== 'anywhere' || placeSettings(operators).readScope !== 'workspace')
    return []
  const message = `A project file can only narrow the reach of reads: "permissions.readScope" is workspace without it. ${elsewhere}`
  return [layer.problem(['permissions', 'readScope'], message)]
}
