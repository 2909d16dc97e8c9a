import type { ConfigSources } from './load-configuration.ts'
import { operatorFileOf } from './load-configuration.ts'
import { readConfigText } from './read-config-text.ts'
import { mentionsSecrets, type ReferenceSources } from './resolve-references.ts'

/** Reads all secrets by name. Called only if a file refers to one, so that their place need not be known otherwise. */
export type SecretReader = () => Promise<ReadonlyMap<string, string>>

/** The secrets that the operator's file and the settings of the database need to be read. */
export async function secretsFor(
  sources: Pick<ConfigSources, 'home' | 'config' | 'rows'>,
  read: SecretReader | 'unchecked',
): Promise<ReferenceSources['secrets']> {
  if (read === 'unchecked') return read
  if (sources.rows?.some(({ value }) => mentionsSecrets(JSON.stringify(value))) === true) return read()
  if (typeof sources.config === 'object') return new Map()
  const text = readConfigText(operatorFileOf(sources))
  return text.status === 'read' && mentionsSecrets(text.text) ? read() : new Map()
}
