import { join } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { configFileName } from './config-file-name.ts'
import { type ConfigProblem, formatProblem } from './config-problem.ts'
import type { Configuration } from './configuration.ts'
import type { ConfigSources } from './load-configuration.ts'
import { isThere } from './read-config-text.ts'
import type { SecretReader } from './secrets-of-file.ts'

export interface OpenSources extends Omit<ConfigSources, 'secrets'> {
  /** `unchecked` for who looks at nothing that may be secret. */
  readonly secrets: SecretReader | 'unchecked'
}

/**
 * The configuration of a folder; undefined where there is none, in which case nothing is loaded for it. Throws
 * `invalid_configuration` with every problem: a configuration with one is not applied at all.
 */
export async function openConfiguration(sources: OpenSources): Promise<Configuration | undefined> {
  const { home, workspace, config } = sources
  const hasFile = [home, workspace].some((folder) => isThere(join(folder, configFileName)))
  if (config === undefined && !hasFile) return undefined
  const [{ loadConfiguration }, { secretsOfFile }] = await Promise.all([
    import('./load-configuration.ts'),
    import('./secrets-of-file.ts'),
  ])
  const loaded = loadConfiguration({ ...sources, secrets: await secretsOfFile(sources, sources.secrets) })
  if (loaded.status === 'refused') throw invalidConfiguration(loaded.problems)
  return loaded.configuration
}

/** The files that a configuration is read from, whether they exist or not. A configuration that is given as a value has no operator's file. */
export function configurationFiles({
  home,
  workspace,
  config,
}: Pick<ConfigSources, 'home' | 'workspace' | 'config'>): readonly string[] {
  const operator = typeof config === 'object' ? [] : [config ?? join(home, configFileName)]
  return [...operator, join(workspace, configFileName)]
}

export function invalidConfiguration(problems: readonly ConfigProblem[]): DrawbridgeError {
  const lines = problems.map((problem) => `\n  ${formatProblem(problem)}`)
  return new DrawbridgeError('invalid_configuration', `The configuration is not applied, because of:${lines.join('')}`)
}
