import { didYouMean } from '../../name/nearest-names.ts'
import { listOf } from '../rules/compile-rule.ts'
import { commandProblem } from '../rules/match-command.ts'
import { hostPatternProblem } from '../rules/match-host.ts'
import { pathGlobProblem } from '../rules/match-path.ts'
import type { AgentSection } from '../section/agents-section.ts'
import type { PermissionRule, RuleCondition } from '../section/permissions-section.ts'
import type { ConfigPath, PolicyLayer } from '../section/policy-config.ts'
import type { ToolLists } from '../section/tools-section.ts'
import { builtInProfiles } from '../tool-set/profiles.ts'
import type { Catalogue } from './catalogue.ts'
import { checkToolNames } from './check-tool-names.ts'
import type { PolicyProblem } from './policy-problem.ts'

/** The findings in layers of valid shape: errors, which forbid their use, and warnings. */
export interface PolicyFindings {
  readonly problems: readonly PolicyProblem[]
  readonly warnings: readonly PolicyProblem[]
}

/** Finds names that do not exist, conditions that contradict one another, and everything else that a schema cannot see. */
export function checkPolicy(layers: readonly PolicyLayer[], catalogue: Catalogue): PolicyFindings {
  const problems: PolicyProblem[] = []
  const warnings: PolicyProblem[] = []
  const profiles = new Set(builtInProfiles.keys())
  for (const { config } of layers) for (const name of Object.keys(config.tools?.profiles ?? {})) profiles.add(name)
  for (const layer of layers) checkLayer(layer)
  return { problems, warnings }

  function checkLayer(layer: PolicyLayer): void {
    const report = (path: ConfigPath, message: string) => problems.push({ layer, path, message })
    const { tools = {}, agents = {}, permissions = {}, network = {}, shell = {} } = layer.config
    checkProfile(tools.profile, ['tools', 'profile'])
    for (const [name, entries] of Object.entries(tools.profiles ?? {})) {
      if (builtInProfiles.has(name))
        report(['tools', 'profiles', name], `The profile "${name}" is built in. Choose another name.`)
      checkNames(entries, ['tools', 'profiles', name])
    }
    checkLists(tools, ['tools'])
    for (const [key, lists] of Object.entries(tools.byProvider ?? {})) {
      checkProfile(lists.profile, ['tools', 'byProvider', key, 'profile'])
      checkLists(lists, ['tools', 'byProvider', key])
    }
    for (const [id, agent] of Object.entries(agents)) checkAgent(agent, ['agents', id])
    checkRules(permissions.rules, ['permissions', 'rules'])
    checkTexts(permissions.sensitive, ['permissions', 'sensitive'], (glob) => pathGlobProblem(glob.replace(/^!/, '')))
    checkTexts(shell.safe, ['shell', 'safe'], commandProblem)
    for (const key of ['allowed', 'denied'] as const) checkTexts(network[key], ['network', key], hostPatternProblem)
    const internal = network.internal?.map((entry) =>
      typeof entry === 'string' ? entry.replace(/:\d{1,5}$/, '') : entry.host,
    )
    checkTexts(internal, ['network', 'internal'], hostPatternProblem)

    function checkAgent(
      { tools: lists = {}, suggestedTools, permissions: own = {} }: AgentSection,
      path: ConfigPath,
    ): void {
      checkProfile(lists.profile, [...path, 'tools', 'profile'])
      checkLists(lists, [...path, 'tools'])
      for (const [key, byProvider] of Object.entries(lists.byProvider ?? {})) {
        checkLists(byProvider, [...path, 'tools', 'byProvider', key])
      }
      checkNames(suggestedTools, [...path, 'suggestedTools'])
      checkRules(own.rules, [...path, 'permissions', 'rules'])
    }

    function checkProfile(name: string | undefined, path: ConfigPath): void {
      if (name !== undefined && !profiles.has(name))
        report(
          path,
          `The profile "${name}" does not exist.${didYouMean(name, profiles)} Profiles: ${[...profiles].join(', ')}.`,
        )
    }

    function checkLists({ allow, deny, alsoAllow }: ToolLists, path: ConfigPath): void {
      for (const [key, entries] of Object.entries({ allow, deny, alsoAllow })) checkNames(entries, [...path, key])
    }

    function checkNames(entries: readonly string[] | undefined, path: ConfigPath): void {
      for (const { severity, index, message } of checkToolNames(entries ?? [], catalogue)) {
        const list = severity === 'error' ? problems : warnings
        list.push({ layer, path: [...path, index], message })
      }
    }

    function checkRules(rules: readonly PermissionRule[] | undefined, path: ConfigPath): void {
      const ids = new Set<string>()
      for (const [index, { id, tools: names, when = {} }] of (rules ?? []).entries()) {
        const place = [...path, index]
        if (id !== undefined && ids.has(id)) report([...place, 'id'], `Another rule of this list has the id "${id}".`)
        if (id !== undefined) ids.add(id)
        if (typeof names === 'string') checkOneName(names, [...place, 'tools'])
        else checkNames(names, [...place, 'tools'])
        if (names.length === 0)
          report([...place, 'tools'], 'A rule without tools has no effect. Name one, or "*" for all.')
        checkCondition(when, [...place, 'when'])
      }
    }

    function checkOneName(name: string, path: ConfigPath): void {
      for (const { severity, message } of checkToolNames([name], catalogue)) {
        const list = severity === 'error' ? problems : warnings
        list.push({ layer, path, message })
      }
    }

    function checkCondition(when: RuleCondition, path: ConfigPath): void {
      const kinds = [['path', 'access'], ['command'], ['host'], ['session'], ['agent']].filter((keys) =>
        keys.some((key) => Object.hasOwn(when, key)),
      )
      if (kinds.length > 1) {
        report(
          path,
          `A rule is about one kind of target, not ${kinds.map(([key]) => `"${key}"`).join(' and ')}. Write one rule for each.`,
        )
      }
      if (when.input !== undefined && Object.keys(when.input).length === 0)
        report([...path, 'input'], 'A condition without arguments has no effect. Name one, or omit "input".')
      checkTexts(when.host, [...path, 'host'], hostPatternProblem)
      checkTexts(when.command, [...path, 'command'], commandProblem)
      checkTexts(when.path, [...path, 'path'], pathGlobProblem)
    }

    function checkTexts(
      texts: string | readonly string[] | undefined,
      path: ConfigPath,
      problemOf: (text: string) => string | undefined,
    ): void {
      const isList = typeof texts !== 'string'
      for (const [index, text] of (texts === undefined ? [] : listOf(texts)).entries()) {
        const problem = problemOf(text)
        if (problem !== undefined) report(isList ? [...path, index] : path, problem)
      }
    }
  }
}
