import type { CallFacts } from '../authority.ts'
import { catalogueOf } from '../compile/catalogue.ts'
import { compilePolicy } from '../compile/compile-policy.ts'
import type { CompiledPolicy } from '../compile/compiled-policy.ts'
import { createPolicyAuthority, type RunAuthority } from '../create-policy-authority.ts'
import type { Decision } from '../decision.ts'
import type { PolicyConfig, PolicyLayer } from '../section/policy-config.ts'
import { effectiveSet } from '../tool-set/effective-set.ts'
import type { ToolScope } from '../tool-set/tool-scope.ts'
import { testPrincipal } from '../../testing/test-principal.ts'
import type { PathTarget } from '../../target/target.ts'
import { derivedRisk } from '../../tool/permission.ts'
import { allTools } from './tools.ts'

export const place = { workspace: '/workspace', userHome: '/home/user' }

export function layerOf(config: PolicyConfig, name = 'drawbridge.jsonc'): PolicyLayer {
  return { config, source: (path) => `${name}:${path.join('.')}` }
}

/** A policy of these configurations; throws with the first problem where there is one. */
export function policyOf(...configs: readonly PolicyConfig[]): CompiledPolicy {
  const compilation = compilePolicy(configs.map((config) => layerOf(config)), { ...place, catalogue: catalogueOf(allTools) })
  if (compilation.status === 'compiled') return compilation.policy
  throw new Error(compilation.problems[0]?.message)
}

/** The names of the effective set over the whole inventory. */
export function setOf(config: PolicyConfig, scope: ToolScope = {}): readonly string[] {
  return [...effectiveSet(policyOf(config), allTools, scope).names].sort()
}

export const readTags: ReadonlySet<string> = new Set(['readonly', 'code'])

/** Facts of a call; by default a call that reads nothing. */
export function factsOf(facts: Partial<CallFacts> = {}): CallFacts {
  const permission = facts.permission ?? 'readonly'
  const tags = facts.tags ?? new Set([permission])
  return {
    tool: 'fs.read_file',
    groups: ['fs', 'native', 'all'],
    tags,
    permission,
    risk: derivedRisk(permission, tags),
    input: {},
    targets: [],
    principal: testPrincipal,
    ...facts,
  }
}

export function pathOf(path: Partial<PathTarget> = {}): PathTarget {
  const real = path.real ?? '/workspace/src/a.ts'
  const zone = real.startsWith('/workspace/') || real === '/workspace' ? 'workspace' : 'outside'
  return { kind: 'path', declared: real, real, access: 'read', recursive: false, zone, sensitive: false, ...path }
}

export function decide(config: PolicyConfig, facts: CallFacts, run: RunAuthority = {}): Decision {
  return createPolicyAuthority(policyOf(config), run).decide(facts)
}
