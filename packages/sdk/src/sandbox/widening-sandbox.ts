import { isDeepStrictEqual } from 'node:util'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import type { ConfigLayer } from '../config/config-layer.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import { narrowest } from './narrowest.ts'

const compared = ['mode', 'workspace', 'network', 'memoryMb', 'cpus', 'processes', 'openFiles'] as const

/** Reports sandbox settings of a project's file that widen those in force without it. */
export function wideningSandbox(
  layer: ConfigLayer,
  operators: readonly ConfigLayer[],
  elsewhere: string,
): readonly ConfigProblem[] {
  const { sandbox } = layer.config
  if (sandbox === undefined) return []
  const base: SandboxSection = Object.assign({}, ...operators.map(({ config }) => config.sandbox))
  return compared.flatMap((key) => {
    const wanted = sandbox[key]
    const left = narrowest(base, { [key]: wanted })[key]
    if (wanted === undefined || isDeepStrictEqual(left, wanted)) return []
    const without = JSON.stringify(left)
    const message = `A project file can only narrow the sandbox: "sandbox.${key}" is ${without} without it. ${elsewhere}`
    return [layer.problem(['sandbox', key], message)]
  })
}
