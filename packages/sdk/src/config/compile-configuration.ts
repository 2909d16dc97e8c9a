import { type CompiledPolicy, catalogueOf, compilePolicy, type PolicyProblem, type Registry } from '@drawbridge/core'
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
  readonly registry: Registry
  readonly workspace: string
  readonly userHome: string
}

/** Makes the policy of a configuration, once it is known which tools there are. */
export function compileConfiguration(
  layers: readonly ConfigLayer[],
  { registry, ...place }: CompilePlace,
): CompiledConfiguration {
  const compilation = compilePolicy(layers, {
    catalogue: catalogueOf(registry.list()),
    ...place,
  })
  const warnings = sortProblems(compilation.warnings.map((warning) => locate(warning, layers)))
  if (compilation.status === 'compiled') return { status: 'compiled', policy: compilation.policy, warnings }
  return {
    status: 'refused',
    problems: sortProblems(compilation.problems.map((problem) => locate(problem, layers))),
    warnings,
  }
}

function locate({ layer, path, message }: PolicyProblem, layers: readonly ConfigLayer[]): ConfigProblem {
  const own = layers.find((candidate) => candidate === layer)
  return own?.problem(path, message) ?? { file: layer.source(path), line: 1, column: 1, message }
}
