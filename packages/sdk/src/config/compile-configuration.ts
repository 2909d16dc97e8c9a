import { type CompiledPolicy, catalogueOf, compilePolicy, type PolicyProblem } from '@drawbridge/core/policy'
import type { ListedTool } from '@drawbridge/core/registry'
import { checkHookTools } from '../hook/check-hook-tools.ts'
import type { ConfigLayer } from './config-layer.ts'
import { type ConfigProblem, sortProblems } from './config-problem.ts'

export type CompiledConfiguration =
  | { readonly status: 'compiled'; readonly policy: CompiledPolicy; readonly warnings: readonly ConfigProblem[] }
  | {
      readonly status: 'refused'
      readonly problems: readonly ConfigProblem[]
      readonly warnings: readonly ConfigProblem[]
    }

export interface CompilePlace {
  /** All tools that names may mean, whether or not they are there in this process. */
  readonly tools: readonly ListedTool[]
  readonly workspace: string
  readonly userHome: string
}

/** Makes the policy of a configuration, once it is known which tools there are. */
export function compileConfiguration(
  layers: readonly ConfigLayer[],
  { tools, ...place }: CompilePlace,
): CompiledConfiguration {
  const catalogue = catalogueOf(tools)
  const compilation = compilePolicy(layers, { catalogue, ...place })
  const hooks = checkHookTools(layers, catalogue)
  const located = (problems: readonly PolicyProblem[], others: readonly ConfigProblem[]) =>
    sortProblems([...problems.map((problem) => locate(problem, layers)), ...others])
  const warnings = located(compilation.warnings, hooks.warnings)
  if (compilation.status === 'compiled' && hooks.problems.length === 0)
    return { status: 'compiled', policy: compilation.policy, warnings }
  const policyProblems = compilation.status === 'refused' ? compilation.problems : []
  return { status: 'refused', problems: located(policyProblems, hooks.problems), warnings }
}

function locate({ layer, path, message }: PolicyProblem, layers: readonly ConfigLayer[]): ConfigProblem {
  const own = layers.find((candidate) => candidate === layer)
  return own?.problem(path, message) ?? { file: layer.source(path), line: 1, column: 1, message }
}
