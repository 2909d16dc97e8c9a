import { builtInPolicy, type CompiledPolicy, type Registry } from '@drawbridge/core'
import { realUserHome } from '../home/real-user-home.ts'
import { compileConfiguration } from './compile-configuration.ts'
import type { Configuration } from './configuration.ts'
import { invalidConfiguration } from './open-configuration.ts'

/** The policy of a configuration, or the built-in one without. Throws `invalid_configuration` where it names what does not exist. */
export function policyOf(
  configuration: Configuration | undefined,
  registry: Registry,
  workspace: string,
): CompiledPolicy {
  if (configuration === undefined) return builtInPolicy
  const compiled = compileConfiguration(configuration.layers, { registry, workspace, userHome: realUserHome() })
  if (compiled.status === 'refused') throw invalidConfiguration(compiled.problems)
  return compiled.policy
}
