import type { Room } from '@drawbridge/room'
import { findRooms } from '../room/find-rooms.ts'
import { loadSections } from '../room/room-sections.ts'
import { checkPurposes } from './check-purposes.ts'
import { combineLayers } from './combine-layers.ts'
import type { Configuration } from './configuration.ts'
import { findDefinitions } from './find-definitions.ts'
import { type ConfigSources, type LoadedConfiguration, loadConfiguration } from './load-configuration.ts'
import { type SecretReader, secretsFor } from './secrets-for.ts'
import { readStoredRows } from './stored-rows.ts'

/** The places that a configuration is read from, and whether its secrets are checked. */
export interface OpenSources extends Omit<ConfigSources, 'secrets' | 'sections'> {
  /** `unchecked` for who looks at nothing that may be secret. */
  readonly secrets: SecretReader | 'unchecked'
  /**
   * The rooms whose sections the files may contain. Default: Drawbridge's rooms, and those that the operator's file
   * names.
   */
  readonly rooms?: readonly Room[] | undefined
}

/**
 * Reads and checks all layers with the sections of the rooms that there are. Never throws for what they hold. The settings of the
 * database are read from that of the home, unless they are given.
 */
export async function readConfiguration({ rooms, ...given }: OpenSources): Promise<LoadedConfiguration> {
  const sources = { ...given, rows: given.rows ?? (await readStoredRows(given)) }
  const found = rooms === undefined ? await findRooms(sources) : { rooms, problems: [] }
  if (found.problems.length > 0) return { status: 'refused', problems: found.problems }
  const [secrets, sections] = await Promise.all([secretsFor(sources, sources.secrets), loadSections(found.rooms)])
  const loaded = loadConfiguration({ ...sources, secrets, sections })
  if (loaded.status === 'refused') return loaded
  const defined = await withDefinitions(sources, loaded.configuration)
  if (defined.status === 'refused') return defined
  const problems = defined.configuration.layers.flatMap((layer) => checkPurposes(layer, found.rooms))
  return problems.length > 0 ? { status: 'refused', problems } : defined
}

/** Adds the layers of the agents' definitions. Nothing is loaded for that if there are none. */
async function withDefinitions(
  { home }: Pick<OpenSources, 'home'>,
  configuration: Configuration,
): Promise<LoadedConfiguration> {
  const { layers, sections } = configuration
  const found = findDefinitions(home, layers)
  if (found.definitions.length === 0 && found.problems.length === 0) return { status: 'loaded', configuration }
  const { applyDefinitions } = await import('./apply-definitions.ts')
  const { layers: own, problems } = applyDefinitions(found, layers)
  if (problems.length > 0) return { status: 'refused', problems }
  const combined = combineLayers([...layers, ...own], { sections })
  return { status: 'loaded', configuration: { ...combined, shadow: configuration.shadow } }
}
