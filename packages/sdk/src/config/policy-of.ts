import { builtInPolicy, type CompiledPolicy } from '@drawbridge/core/policy'
import type { ListedTool } from '@drawbridge/core/registry'
import { realUserHome } from '../home/real-user-home.ts'
import { compileConfiguration } from './compile-configuration.ts'
import type { Configuration } from './configuration.ts'
import { invalidConfiguration } from './invalid-configuration.ts'

/**
 * Returns the policy of a configuration, whose names are checked against `tools`; the built-in policy without a configuration.
 * Throws `invalid_configuration` if it names something that does not exist.
 */
export function policyOf(
  configuration: Configuration | undefined,
  tools: readonly ListedTool[],
  workspace: string,
): CompiledPolicy {
  if (configuration === undefined) return builtInPolicy
  const compiled = compileConfiguration(configuration.layers, { tools, workspace, userHome: realUserHome() })
  if (compiled.status === 'refused') throw invalidConfiguration(compiled.problems)
  return compiled.policy
}
