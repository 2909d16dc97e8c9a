import { risks } from '../../tool/permission.ts'
import { compileRule } from '../rules/compile-rule.ts'
import type { CompiledRule } from '../rules/compiled-rule.ts'
import type { PolicyPlace } from '../rules/match-path.ts'
import type { AgentSection } from '../section/agents-section.ts'
import type { PermissionRule } from '../section/permissions-section.ts'
import type { ConfigPath, PolicyLayer } from '../section/policy-config.ts'

/** A rule and the place that it comes from, before it is compiled. */
interface PlacedRule {
  readonly path: ConfigPath
  readonly rule: PermissionRule
  readonly agent?: string
}

/** Returns all rules of one layer: written as rules, as safe commands, or as settings per risk. */
export function collectRules(layer: PolicyLayer, place: PolicyPlace): readonly CompiledRule[] {
  const { permissions, agents = {}, shell } = layer.config
  const placed: readonly PlacedRule[] = [
    ...atPath(['permissions', 'rules'], permissions?.rules),
    ...(shell?.safe ?? []).map((command, index) => safeCommand(command, ['shell', 'safe', index])),
    ...Object.entries(agents).flatMap(([agent, section]) => rulesOfAgent(agent, section)),
  ]
  return placed.map(({ rule, ...origin }) => compileRule(rule, { ...origin, layer, place }))
}

function rulesOfAgent(agent: string, { permissions }: AgentSection): readonly PlacedRule[] {
  const path = ['agents', agent, 'permissions']
  const byRisk = risks.flatMap<PlacedRule>((risk) => {
    const then = permissions?.byRisk?.[risk]
    return then === undefined ? [] : [{ path: [...path, 'byRisk', risk], rule: { tools: '*', when: { risk }, then } }]
  })
  return [...atPath([...path, 'rules'], permissions?.rules), ...byRisk].map((placed) => ({ ...placed, agent }))
}

function atPath(path: ConfigPath, rules: readonly PermissionRule[] = []): readonly PlacedRule[] {
  return rules.map((rule, index) => ({ rule, path: [...path, index] }))
}

function safeCommand(command: string, path: ConfigPath): PlacedRule {
  return { path, rule: { tools: '*', when: { command }, then: 'allow' } }
}
