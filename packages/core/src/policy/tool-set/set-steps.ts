import type { ListedTool } from '../../registry/registered-tool.ts'
import type { Mode } from '../section/permissions-section.ts'
import { childObjection, isChild, minimalWorkerSet, roleObjection } from './child-restrictions.ts'
import type { CompiledTools, ScopeLists } from './compiled-tools.ts'
import type { ListFilter, SetFilter } from './set-filter.ts'
import { compileToolList } from './tool-list.ts'
import type { ToolScope } from './tool-scope.ts'

/** The input of the steps: the lists of every layer, and the default mode. */
export interface SetPolicy {
  readonly toolLayers: readonly CompiledTools[]
  readonly mode: { readonly name: Mode; readonly source: string }
}

type SetStep = (policy: SetPolicy, scope: ToolScope, step: string) => readonly SetFilter[]

/** The life of a tool set, top to bottom. A step whose list is absent does nothing; one whose list is empty leaves nothing. */
const setSteps: readonly (readonly [name: string, step: SetStep])[] = [
  ['child set', childSet],
  ['profile', globalProfile],
  ['provider profile', providerProfile],
  ['agent profile', agentProfiles],
  ['allow', fromLists('allow', globalLists, 'allow')],
  ['provider allow', fromLists('allow', providerLists, 'allow')],
  ['agent allow', fromLists('allow', agentLists, 'allow')],
  ['agent and provider allow', fromLists('allow', agentProviderLists, 'allow')],
  ['group allow', (_, { groupAllow }, step) => runList('allow', step, groupAllow)],
  ['deny', fromLists('deny', globalLists, 'deny')],
  ['provider deny', fromLists('deny', providerLists, 'deny')],
  ['agent deny', fromLists('deny', agentLists, 'deny')],
  ['agent and provider deny', fromLists('deny', agentProviderLists, 'deny')],
  ['also allow', fromLists('add', globalLists, 'alsoAllow')],
  ['provider also allow', fromLists('add', providerLists, 'alsoAllow')],
  ['agent also allow', fromLists('add', agentLists, 'alsoAllow')],
  ['agent and provider also allow', fromLists('add', agentProviderLists, 'alsoAllow')],
  ['child', childRules],
  ['role', roleRules],
  ['task list', (_, { taskAllow }, step) => runList('narrow', step, taskAllow)],
  ['mode', modeRules],
  ['capability', capabilities],
  ['ceiling', ceilings],
  ['request list', (_, { requestAllow }, step) => runList('narrow', step, requestAllow)],
]

/** The filters that a policy and a scope give, in order. */
export function setFilters(policy: SetPolicy, scope: ToolScope): readonly SetFilter[] {
  return setSteps.flatMap(([name, step]) => step(policy, scope, name))
}

function childSet(_: SetPolicy, { role = 'main', childSet: own }: ToolScope, step: string): readonly SetFilter[] {
  return runList('narrow', step, own ?? (role === 'worker' ? minimalWorkerSet : undefined))
}

/** The profile of the last layer that names one, unless the provider brings its own. */
function globalProfile(policy: SetPolicy, scope: ToolScope, step: string): readonly SetFilter[] {
  if (providerProfile(policy, scope, step).length > 0) return []
  const profile = policy.toolLayers.findLast((layer) => layer.profile !== undefined)?.profile
  return profile === undefined ? [] : [{ effect: 'allow', step: `${step} ${profile.name}`, list: profile.list }]
}

/** `provider/model` is more particular than `provider`. */
function providerProfile({ toolLayers }: SetPolicy, { provider }: ToolScope, step: string): readonly SetFilter[] {
  for (const key of providerKeys(provider).toReversed()) {
    const profile = toolLayers.findLast((layer) => layer.byProvider.get(key)?.profile)?.byProvider.get(key)?.profile
    if (profile !== undefined) return [{ effect: 'allow', step: `${step} ${profile.name}`, list: profile.list }]
  }
  return []
}

/** Narrows by the profile of every layer that names one, so that none widens another. */
function agentProfiles({ toolLayers }: SetPolicy, { agent }: ToolScope, step: string): readonly SetFilter[] {
  if (agent === undefined) return []
  return toolLayers.flatMap((layer) => {
    const profile = layer.agents.get(agent)?.profile
    return profile === undefined
      ? []
      : [{ effect: 'allow' as const, step: `${step} ${profile.name}`, list: profile.list }]
  })
}

type ListsOf = (layer: CompiledTools, scope: ToolScope) => readonly (ScopeLists | undefined)[]

function globalLists(layer: CompiledTools): readonly (ScopeLists | undefined)[] {
  return [layer.lists]
}

function providerLists(layer: CompiledTools, { provider }: ToolScope): readonly (ScopeLists | undefined)[] {
  return providerKeys(provider).map((key) => layer.byProvider.get(key))
}

function agentLists(layer: CompiledTools, { agent }: ToolScope): readonly (ScopeLists | undefined)[] {
  return [agent === undefined ? undefined : layer.agents.get(agent)?.lists]
}

function agentProviderLists(layer: CompiledTools, { agent, provider }: ToolScope): readonly (ScopeLists | undefined)[] {
  const own = agent === undefined ? undefined : layer.agents.get(agent)
  return providerKeys(provider).map((key) => own?.byProvider.get(key))
}

function fromLists(effect: ListFilter['effect'], listsOf: ListsOf, key: keyof ScopeLists): SetStep {
  return ({ toolLayers }, scope, step) =>
    toolLayers
      .flatMap((layer) => listsOf(layer, scope))
      .flatMap((lists) => {
        const list = lists?.[key]
        return list === undefined ? [] : [{ effect, step, list }]
      })
}

function runList(
  effect: ListFilter['effect'],
  step: string,
  entries: readonly string[] | undefined,
): readonly SetFilter[] {
  return entries === undefined ? [] : [{ effect, step, list: compileToolList(entries, () => `the run's ${step}`) }]
}

function childRules(_: SetPolicy, { role = 'main', depth }: ToolScope, step: string): readonly SetFilter[] {
  if (!isChild(role)) return []
  return [forbid(step, 'built-in', ({ name }) => childObjection(name, role, depth))]
}

function roleRules(_: SetPolicy, { role = 'main' }: ToolScope, step: string): readonly SetFilter[] {
  return [forbid(step, 'built-in', ({ name }) => roleObjection(name, role))]
}

function modeRules({ mode }: SetPolicy, scope: ToolScope, step: string): readonly SetFilter[] {
  const name = scope.mode ?? mode.name
  if (name !== 'plan') return []
  const source = scope.mode === undefined ? mode.source : 'the run'
  return [modeFilter(step, source, name)]
}

function capabilities(_: SetPolicy, { capability }: ToolScope, step: string): readonly SetFilter[] {
  if (capability === undefined) return []
  return [{ ...forbid(step, capability.id, (tool) => capability.missing(tool)), class: 'unavailable' }]
}

function ceilings(_: SetPolicy, scope: ToolScope, step: string): readonly SetFilter[] {
  return (scope.ceilings ?? []).flatMap(({ name, source, tools, mode }) => {
    const own = `${step} ${name}`
    const beyond = `it is beyond the ceiling of ${name}`
    return [
      ...(tools === undefined
        ? []
        : [forbid(own, source, (tool) => (tools.find(tool) === undefined ? beyond : undefined))]),
      ...(mode === undefined ? [] : [modeFilter(own, source, mode)]),
    ]
  })
}

function modeFilter(step: string, source: string, mode: Mode): SetFilter {
  return { ...forbid(step, source, (tool) => modeObjection(tool, mode)), class: 'unavailable' }
}

function forbid(
  step: string,
  source: string,
  objection: Extract<SetFilter, { effect: 'forbid' }>['objection'],
): Extract<SetFilter, { effect: 'forbid' }> {
  return { effect: 'forbid', class: 'removed', step, source, objection }
}

/** From general to particular: `provider`, `provider/model`. */
function providerKeys(provider: string | undefined): readonly string[] {
  if (provider === undefined) return []
  const slash = provider.indexOf('/')
  return slash === -1 ? [provider] : [provider.slice(0, slash), provider]
}

/**
 * Returns the reason that a mode excludes a tool. `plan` keeps tools that read, and our own tools that read for some inputs; it
 * denies calls with their other inputs.
 */
function modeObjection(tool: ListedTool, mode: Mode): string | undefined {
  if (mode !== 'plan' || tool.permission === 'readonly') return undefined
  const mayOnlyRead = tool.origin === 'code' && tool.mayOnlyRead
  return mayOnlyRead ? undefined : 'in the mode "plan" nothing is changed'
}
