import { defined } from '../../base/defined.ts'
import { escapeToOneLine } from '../../text/escape-unprintable.ts'
import type { CallFacts } from '../authority.ts'
import type { PermissionRule, RuleCondition } from '../section/permissions-section.ts'
import type { ConfigPath, PolicyLayer } from '../section/policy-config.ts'
import { compileTextPattern } from '../text-pattern.ts'
import { parseToolEntry } from '../tool-set/tool-entry.ts'
import { compileToolList } from '../tool-set/tool-list.ts'
import type { CompiledRule } from './compiled-rule.ts'
import { matchCommand } from './match-command.ts'
import { compileHostPattern, matchHost } from './match-host.ts'
import { matchInput } from './match-input.ts'
import { compilePathGlob, matchPath, type PolicyPlace } from './match-path.ts'
import { mayBe, type TargetCondition } from './target-matcher.ts'

export interface RuleOrigin {
  readonly layer: Pick<PolicyLayer, 'source' | 'kind'>
  readonly path: ConfigPath
  readonly place: PolicyPlace
  readonly agent?: string
}

/** Compiles a rule that has been checked. */
export function compileRule(rule: PermissionRule, { layer, path, place, agent }: RuleOrigin): CompiledRule {
  const source = layer.source(path)
  const entries = listOf(rule.tools)
  const tools = compileToolList(entries, () => source)
  const { when = {} } = rule
  const target = compileTarget(when, place)
  const holds = compileCallConditions(when)
  const namesTool = entries.every((entry) => parseToolEntry(entry).kind === 'name')
  return {
    id: rule.id ?? path.join('.'),
    source,
    verdict: rule.then,
    concerns: (tool) => tools.find(tool) !== undefined,
    narrow: namesTool || target !== undefined || when.input !== undefined || when.risk !== undefined,
    ...defined({ reason: reasonOf(rule, layer.kind, source), agent }),
    ...(layer.kind === 'project' ? { isProject: true } : {}),
    ...defined({ target, holds }),
  }
}

/** A project's words are told apart from ours: they could call a call harmless. */
function reasonOf({ reason }: PermissionRule, kind: RuleOrigin['layer']['kind'], source: string): string | undefined {
  return kind === 'project' && reason !== undefined ? `${source} says: "${escapeToOneLine(reason)}".` : reason
}

function compileTarget(when: RuleCondition, place: PolicyPlace): TargetCondition | undefined {
  const { path, access, command, host, session, agent } = when
  if (path !== undefined || access !== undefined) {
    const globs = path === undefined ? undefined : listOf(path).map((glob) => compilePathGlob(glob, place))
    return matchPath(globs, access === undefined ? undefined : new Set(listOf(access)))
  }
  if (command !== undefined) return matchCommand(listOf(command))
  if (host !== undefined) return matchHost(listOf(host).map(compileHostPattern))
  if (session !== undefined) return matchIdentity('session', listOf(session))
  return agent === undefined ? undefined : matchIdentity('agent', listOf(agent))
}

function compileCallConditions({ input, role, channel, risk }: RuleCondition): CompiledRule['holds'] {
  const tests: ((facts: CallFacts) => boolean)[] = []
  if (role !== undefined) {
    const roles = new Set<string>(listOf(role))
    tests.push(({ principal }) => roles.has(principal.role))
  }
  if (channel !== undefined) {
    const channels = new Set(listOf(channel))
    tests.push(({ principal }) => principal.channel !== undefined && channels.has(principal.channel))
  }
  if (risk !== undefined) {
    const risks = new Set<string>(listOf(risk))
    tests.push((facts) => risks.has(facts.risk))
  }
  if (input !== undefined) {
    const matches = matchInput(input)
    tests.push((facts) => matches(facts.input))
  }
  return tests.length === 0 ? undefined : (facts) => tests.every((test) => test(facts))
}

/** A single value means a list of one. */
export function listOf<Value>(value: Value | readonly Value[]): readonly Value[] {
  return Array.isArray(value) ? value : [value as Value]
}

/** Matches sessions or agents that a call acts on, by id. */
function matchIdentity(kind: 'session' | 'agent', patterns: readonly string[]): TargetCondition {
  const matchers = patterns.map(compileTextPattern)
  return {
    kind,
    covers: (target) => target.kind === kind && matchers.some((matches) => matches(target.id)),
    touches: (target) => {
      if (target.kind !== kind) return mayBe(target, kind) ? 'maybe' : 'no'
      return matchers.some((matches) => matches(target.id)) ? 'yes' : 'no'
    },
    spells: () => false,
  }
}
