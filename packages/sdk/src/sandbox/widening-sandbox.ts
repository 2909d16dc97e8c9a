import { isDeepStrictEqual } from 'node:util'
import type { SandboxSection } from '@drawbridge/sandbox/configuration'
import type { ConfigLayer } from '../config/config-layer.ts'
import type { ConfigProblem } from '../config/config-problem.ts'
import { narrowest, narrowestForAgent } from './narrowest.ts'

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
    const message = `A project file can only narrow the sandbox: "sandbox.${key}" is ${JSON.stringify(left)} without it.`
    return [layer.problem(['sandbox', key], `${message} ${elsewhere}`)]
  })
}

/** Reports sandbox settings of an agent's definition that widen what the operator says of the agent, or of all. */
export function wideningSandboxOfAgent(
  layer: ConfigLayer,
  operators: readonly ConfigLayer[],
  elsewhere: string,
): readonly ConfigProblem[] {
  return Object.entries(layer.config.agents ?? {}).flatMap(([agent, { sandbox = {} }]) => {
    const base: SandboxSection = Object.assign(
      {},
      ...operators.map(({ config }) => config.sandbox),
      ...operators.map(({ config }) => config.agents?.[agent]?.sandbox),
    )
    return compared.flatMap((key) => {
      const wanted = sandbox[key]
      const left = narrowestForAgent(base, { [key]: wanted })[key]
      if (wanted === undefined || isDeepStrictEqual(left, wanted)) return []
      const message = `A definition can only narrow the sandbox: "sandbox.${key}" is ${JSON.stringify(left)} without it.`
      return [layer.problem(['agents', agent, 'sandbox', key], `${message} ${elsewhere}`)]
    })
  })
}
