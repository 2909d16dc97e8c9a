import { type Catalogue, checkToolNames } from '@drawbridge/core/policy'
import type { ConfigLayer } from '../config/config-layer.ts'
import type { ConfigProblem } from '../config/config-problem.ts'

export interface HookFindings {
  readonly problems: readonly ConfigProblem[]
  readonly warnings: readonly ConfigProblem[]
}

/** Reports names in the matchers of hooks that no tool has: such a hook would never run, and no one would notice. */
export function checkHookTools(layers: readonly ConfigLayer[], catalogue: Catalogue): HookFindings {
  const found = layers.flatMap((layer) =>
    (layer.config.hooks ?? []).flatMap(({ tools = [], tags = [] }, hook) => [
      ...checkToolNames(tools, catalogue).map(({ severity, index, message }) => ({
        severity,
        problem: layer.problem(['hooks', hook, 'tools', index], message),
      })),
      ...checkToolNames(
        tags.map((tag) => `tag:${tag}`),
        catalogue,
      ).map(({ severity, index, message }) => ({
        severity,
        problem: layer.problem(['hooks', hook, 'tags', index], message),
      })),
    ]),
  )
  const of = (wanted: 'error' | 'warning') =>
    found.filter(({ severity }) => severity === wanted).map(({ problem }) => problem)
  return { problems: of('error'), warnings: of('warning') }
}
