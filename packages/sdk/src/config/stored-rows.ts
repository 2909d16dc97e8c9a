import { systemClock } from '@drawbridge/core/base'
import type {
  ConfigurationRepository,
  ConfigurationRow,
  ConfigurationState,
} from '@drawbridge/store/configuration-rows'
import type { Database } from '@drawbridge/store/database'
import { createHomeDatabase, type HomeDatabase, type HomeDatabaseSources } from '../database/home-database.ts'

/** The settings that an open database keeps. */
export async function configurationOn(database: Database): Promise<ConfigurationRepository> {
  const { createConfigurationRepository } = await import('@drawbridge/store/configuration-rows')
  return createConfigurationRepository(database, { clock: systemClock })
}

/** Reads the settings that the database of a home keeps; none if there is no database. */
export async function readStoredRows({
  home,
  environment,
  config,
}: Omit<HomeDatabaseSources, 'rooms'>): Promise<readonly ConfigurationRow[]> {
  await using owner = createHomeDatabase({ home, environment, config })
  const database = await owner.find()
  return database === undefined ? [] : (await (await configurationOn(database)).read()).rows
}

/** The settings of a home whose database may come later. */
export interface StoredLayer {
  read(): Promise<ConfigurationState>
  /** Cheaper than to read them. */
  revision(): Promise<number>
}

export const noRows: ConfigurationState = { revision: 0, rows: [] }

export function createStoredLayer(database: Pick<HomeDatabase, 'find'>): StoredLayer {
  let repository: Promise<ConfigurationRepository> | undefined
  const find = async (): Promise<ConfigurationRepository | undefined> => {
    const found = await database.find()
    if (found === undefined) return undefined
    repository ??= configurationOn(found)
    return repository
  }
  return {
    read: async () => (await (await find())?.read()) ?? noRows,
    revision: async () => (await (await find())?.revision()) ?? noRows.revision,
  }
}
