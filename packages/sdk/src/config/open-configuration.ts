import { join } from 'node:path'
import { invalidConfiguration } from './config-problem.ts'
import { configFileName } from './config-source.ts'
import type { Configuration } from './configuration.ts'
import { definitionFiles } from './find-definitions.ts'
import type { ConfigSources } from './load-configuration.ts'
import { isThere } from './read-config-text.ts'
import type { OpenSources } from './read-configuration.ts'
import { readStoredRows } from './stored-rows.ts'

/**
 * Returns the configuration of a folder, from files and the database; undefined if there is none, and then nothing is
 * loaded for it. Throws `invalid_configuration` with every problem: a configuration with a problem is not applied at
 * all.
 */
export async function openConfiguration(sources: OpenSources): Promise<Configuration | undefined> {
  const { home, workspace, config } = sources
  const hasFile = [home, workspace].some((folder) => isThere(join(folder, configFileName)))
  const rows = sources.rows ?? (await readStoredRows(sources))
  if (config === undefined && !hasFile && rows.length === 0 && definitionFiles(home).length === 0) return undefined
  const { readConfiguration } = await import('./read-configuration.ts')
  const loaded = await readConfiguration({ ...sources, rows })
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
  return [...operator, join(workspace, configFileName), ...definitionFiles(home)]
}
