import type { Clock } from '@drawbridge/core/base'
import type { ConfigurationRow } from '@drawbridge/store/configuration-rows'
import type { Configuration } from '../config/configuration.ts'
import { placeSettings } from '../config/place-settings.ts'
import type { StoredLayer } from '../config/stored-rows.ts'
import { unapprovedSetting } from '../config/unapproved-setting.ts'
import type { ExecutionSite } from '../workspace/execution-site.ts'
import { type AppliedConfiguration, type ApplyOptions, applyConfiguration } from './applied-configuration.ts'
import { type ConfigurationSource, createConfigurationSource } from './create-configuration-source.ts'

export interface LiveConfigurationOptions {
  readonly initial: Configuration | undefined
  readonly applying: ApplyOptions
  /** Undefined if no configuration is read at all. */
  readonly files: readonly string[] | undefined
  readonly stored: StoredLayer & { readonly initialRevision: number }
  /** Reads the configuration as it is now; rejects if it is invalid. */
  read(rows: readonly ConfigurationRow[]): Promise<Configuration | undefined>
  /** Prepares the meaning of a change for rooms, and returns the function that puts it into force. */
  prepareRooms(configuration: Configuration | undefined): Promise<() => void>
  /** Creates the execution site for changed folders. Absent if it stays as it was at the start. */
  siteOf?(configuration: Configuration | undefined): Promise<ExecutionSite>
  readonly clock: Clock
}

/** A watched configuration, and the values derived from it besides policies. */
export interface LiveConfiguration {
  readonly source: ConfigurationSource<AppliedConfiguration>
  /** Returns the execution site of the next runs; undefined while it is that of the start. */
  site(): ExecutionSite | undefined
  /** The settings that have changed since the start and that count only from the next start on. */
  pending(): readonly string[]
}

/** Follows files and database: all that a change means is made first, and then comes into force at once. */
export function openLiveConfiguration({
  initial,
  applying,
  files,
  stored,
  read,
  prepareRooms,
  siteOf,
  clock,
}: LiveConfigurationOptions): LiveConfiguration {
  let site: ExecutionSite | undefined
  let pending: readonly string[] = []
  const source = createConfigurationSource({
    initial: applyConfiguration(initial, applying),
    files: ({ configuration }) => {
      if (files === undefined) return []
      return configuration?.shadow?.file === undefined ? files : [...files, configuration.shadow.file]
    },
    ...(files === undefined ? {} : { revision: stored.revision, initialRevision: stored.initialRevision }),
    load: async () => {
      const before = source.current()
      const changed = await read((await stored.read()).rows)
      const applied = applyConfiguration(changed, { ...applying, dropsWithdrawnMode: true })
      for (const folder of before.folders()) applied.policyOn(folder)
      const moves = siteOf !== undefined && placesOf(changed) !== placesOf(before.configuration)
      const next = moves ? await siteOf(changed) : site
      const { changedAtStart } = await import('../config/changed-settings.ts')
      const commitRooms = await prepareRooms(changed)
      pending = changedAtStart(initial, changed)
      site = next
      commitRooms()
      return applied
    },
    clock,
  })
  return { source, site: () => site, pending: () => pending }
}

/** Returns the settings of places as a text that differs if they do. */
function placesOf({
  readRoots,
  writeRoots,
  layers,
}: Pick<Configuration, 'readRoots' | 'writeRoots' | 'layers'> = none) {
  return JSON.stringify([
    readRoots,
    writeRoots,
    layers.flatMap(({ config }) => config.permissions?.sensitive ?? []),
    unapprovedSetting(layers),
    placeSettings(layers),
  ])
}

const none = { readRoots: [], writeRoots: [], layers: [] }
