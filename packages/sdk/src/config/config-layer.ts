import type { ConfigPath, PolicyLayer } from '@drawbridge/core/policy'
import type { ConfigDocument } from './config-document.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { DrawbridgeConfig } from './sections.ts'

/** One configuration among those that hold together, from the most general to the most particular. */
export interface ConfigLayer extends PolicyLayer {
  readonly kind: 'operator' | 'project'
  /** True for the definition of an agent. It narrows as a project does. */
  readonly isDefinition?: boolean
  /** The file, or what else it comes from. */
  readonly name: string
  readonly config: DrawbridgeConfig
  /** The values of its secrets, which must never leave. */
  readonly secrets: readonly string[]
  problem(path: ConfigPath, message: string, key?: string): ConfigProblem
}

export function fileLayer(
  kind: ConfigLayer['kind'],
  config: DrawbridgeConfig,
  { document, secrets }: { readonly document: ConfigDocument; readonly secrets: readonly string[] },
): ConfigLayer {
  const at = (path: ConfigPath, message: string, key?: string) =>
    document.problemAt(document.offsetOf(path, key), message)
  return {
    kind,
    name: document.file,
    config,
    secrets,
    problem: at,
    source: (path) => `${document.file}:${at(path, '').line}`,
  }
}

/** A configuration that a program passes as a value. */
export function valueLayer(config: DrawbridgeConfig, name: string): ConfigLayer {
  return {
    kind: 'operator',
    name,
    config,
    secrets: [],
    problem: (path, message) => ({ file: name, line: 1, column: 1, message: `${path.join('.')}: ${message}` }),
    source: (path) => `${name}.${path.join('.')}`,
  }
}
