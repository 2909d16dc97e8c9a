import type { ConfigurationRow } from '@drawbridge/store/configuration-rows'
import type { OpenHome } from '../home/open-home.ts'
import type { Configuration } from './configuration.ts'
import { configurationFiles, openConfiguration } from './open-configuration.ts'
import { createStoredLayer, noRows, type StoredLayer } from './stored-rows.ts'

/** The configuration of a home at the start, and the means to read it again. */
export interface HomeConfiguration {
  readonly initial: Configuration | undefined
  /** Undefined if no configuration is read at all. */
  readonly files: readonly string[] | undefined
  readonly stored: StoredLayer & { readonly initialRevision: number }
  /** Rejects with `invalid_configuration` for every problem. */
  read(rows: readonly ConfigurationRow[]): Promise<Configuration | undefined>
}

export async function readHomeConfiguration({
  home,
  workspace,
  config,
  rooms,
  database,
  secrets,
}: OpenHome): Promise<HomeConfiguration> {
  const stored = createStoredLayer(database)
  const { revision, rows } = config === false ? noRows : await stored.read()
  const read: HomeConfiguration['read'] = async (current) =>
    config === false
      ? undefined
      : openConfiguration({ home, workspace, config, rooms, rows: current, secrets: secrets.read })
  return {
    initial: await read(rows),
    files: config === false ? undefined : configurationFiles({ home, workspace, config }),
    stored: { ...stored, initialRevision: revision },
    read,
  }
}
