import type { PolicyPlace } from '../rules/match-path.ts'
import type { PolicyLayer } from '../section/policy-config.ts'
import { collectProfiles, compileTools } from '../tool-set/compile-tools.ts'
import type { Catalogue } from './catalogue.ts'
import { checkPolicy } from './check-policy.ts'
import { collectRules } from './collect-rules.ts'
import { compileSettings } from './compile-settings.ts'
import type { CompiledPolicy } from './compiled-policy.ts'
import type { PolicyProblem } from './policy-problem.ts'

/** The place and the tools for which a policy is compiled. */
export interface PolicyCompileOptions extends PolicyPlace {
  readonly catalogue: Catalogue
}

/** The compiled policy, or the problems for which there is none. */
export type PolicyCompilation =
  | { readonly status: 'compiled'; readonly policy: CompiledPolicy; readonly warnings: readonly PolicyProblem[] }
  | {
      readonly status: 'refused'
      readonly problems: readonly PolicyProblem[]
      readonly warnings: readonly PolicyProblem[]
    }

/**
 * Compiles layers whose shape has been checked, the most general first. With any problem there is no policy at all, and the caller
 * keeps the one it had. Without layers the policy is the built-in defaults.
 */
export function compilePolicy(
  layers: readonly PolicyLayer[],
  { catalogue, ...place }: PolicyCompileOptions,
): PolicyCompilation {
  const { problems, warnings } = checkPolicy(layers, catalogue)
  if (problems.length > 0) return { status: 'refused', problems, warnings }
  return { status: 'compiled', policy: assemblePolicy(layers, place), warnings }
}

/** Puts checked layers together. */
export function assemblePolicy(layers: readonly PolicyLayer[], place: PolicyPlace): CompiledPolicy {
  const profiles = collectProfiles(layers)
  const settings = compileSettings(layers, place)
  return {
    toolLayers: layers.map((layer) => compileTools(layer, profiles)),
    rules: layers.flatMap((layer) => collectRules(layer, place)),
    settings,
    mode: settings.mode,
    allowsBypass: layers.some(
      ({ config: { permissions } }) => permissions?.allowBypass === true || permissions?.mode === 'bypass',
    ),
    place,
  }
}
