import { join } from 'node:path'
import type { StoreSection } from '@drawbridge/store/configuration'
import { type ConfigSource, configFileName } from '../config/config-source.ts'
import { isThere, readConfigText } from '../config/read-config-text.ts'

/** The place of the section `store`. */
export interface StoreSectionSources {
  readonly home: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The operator's file, or the configuration itself. Default: `drawbridge.jsonc` in the home. `false`: none. */
  readonly config?: ConfigSource | undefined
}

/**
 * Reads the operator's section `store` on its own: the rest of a configuration may need the secrets that are stored
 * there. If no file mentions it, nothing more is loaded.
 * @throws DrawbridgeError `invalid_configuration` if the file has errors.
 */
export async function readStoreSection({ home, environment, config }: StoreSectionSources): Promise<StoreSection> {
  if (config === false) return {}
  if (typeof config === 'object') return config.store ?? {}
  const file = config ?? join(home, configFileName)
  if (!isThere(file)) return {}
  const text = readConfigText(file)
  if (text.status !== 'read' || !text.text.includes('store')) return {}
  const [{ parseConfig }, { invalidConfiguration }] = await Promise.all([
    import('../config/parse-config.ts'),
    import('../config/config-problem.ts'),
  ])
  const parsed = parseConfig(file, text.text, { environment, secrets: 'unchecked' }, 'any')
  if (parsed.status === 'refused') throw invalidConfiguration(parsed.problems)
  return parsed.config.store ?? {}
}
