import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ConfigurationRow } from '@drawbridge/store/configuration-rows'
import { type LoadedSection, noSections } from '../room/room-sections.ts'
import { checkProjectLayer } from './check-project-layer.ts'
import { combineLayers } from './combine-layers.ts'
import { type ConfigLayer, valueLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import { configFileName } from './config-source.ts'
import type { Configuration } from './configuration.ts'
import { readDatabaseLayer } from './database-layer.ts'
import { atStart, type Environment, type LayerReading, readLayer } from './read-layer.ts'
import { readShadow } from './read-shadow.ts'
import type { ReferenceSources } from './resolve-references.ts'
import { configSchemaWith, type DrawbridgeConfig } from './sections.ts'

/** The places that a configuration is read from. */
export interface ConfigSources {
  /** The folder with the operator's file, if `config` names no other. */
  readonly home: string
  /** Holds the project's file. */
  readonly workspace: string
  /** The operator's file (`--config`), or the configuration itself. */
  readonly config?: string | DrawbridgeConfig | undefined
  /** Default: that of this process. */
  readonly environment?: Environment | undefined
  /**
   * Secrets that the operator's file may refer to as `${secret:NAME}`, by name; `unchecked` leaves such texts
   * unresolved. Default: none.
   */
  readonly secrets?: ReferenceSources['secrets']
  /** The sections of the rooms that there are. Default: none. */
  readonly sections?: readonly LoadedSection[] | undefined
  /** The settings that the database keeps. Default: none. */
  readonly rows?: readonly ConfigurationRow[] | undefined
  /** True if the project's file is left out, for callers that ask for the settings of all projects. */
  readonly withoutProject?: boolean | undefined
}

/** A configuration, or the reasons that it was refused. */
export type LoadedConfiguration =
  | { readonly status: 'loaded'; readonly configuration: Configuration }
  | { readonly status: 'refused'; readonly problems: readonly ConfigProblem[] }

/**
 * Reads and checks the operator's file, the settings of the database and the project's file. With any problem in one of them
 * nothing is loaded. Never throws for what they hold.
 */
export function loadConfiguration({
  home,
  workspace,
  config,
  environment = process.env,
  secrets = new Map(),
  sections = noSections,
  rows = [],
  withoutProject = false,
}: ConfigSources): LoadedConfiguration {
  const operatorFile = operatorFileOf({ home, config })
  const projectFile = join(workspace, configFileName)
  const references = { environment, secrets }
  const readings = [
    typeof config === 'object'
      ? readConfigValue(config, sections)
      : readLayer('operator', operatorFile, references, sections),
    readDatabaseLayer(rows, references, sections),
    withoutProject || isSameFile(projectFile, operatorFile)
      ? missing
      : readLayer('project', projectFile, references, sections),
  ]
  const layers = readings.flatMap((reading) => (reading.status === 'read' ? [reading.layer] : []))
  const isGone = typeof config === 'string' && readings[0]?.status === 'missing'
  const problems = [
    ...(isGone ? [atStart(operatorFile, 'The file does not exist.')] : []),
    ...readings.flatMap((reading) => (reading.status === 'refused' ? reading.problems : [])),
    ...layers.flatMap((layer) => checkPlace(layer, layers, sections)),
  ]
  return problems.length > 0
    ? { status: 'refused', problems }
    : {
        status: 'loaded',
        configuration: { ...combineLayers(layers, { sections }), shadow: readShadow(layers, references, sections) },
      }
}

const missing: LayerReading = { status: 'missing' }

/** Returns the path of the operator's file, if any. */
export function operatorFileOf({ home, config }: Pick<ConfigSources, 'home' | 'config'>): string {
  return typeof config === 'string' ? resolve(config) : join(home, configFileName)
}

/** Reports settings that a layer may not contain because of its origin. */
export function checkPlace(
  layer: ConfigLayer,
  layers: readonly ConfigLayer[],
  sections: readonly LoadedSection[],
): readonly ConfigProblem[] {
  if (layer.kind === 'operator') return []
  return checkProjectLayer(layer, layers, sections)
}

function readConfigValue(value: DrawbridgeConfig, sections: readonly LoadedSection[]): LayerReading {
  const name = 'options.config'
  const shape = configSchemaWith(sections).safeParse(value)
  if (shape.success) return { status: 'read', layer: valueLayer(shape.data, name) }
  const problems = shape.error.issues.map(({ path, message }) => atStart(name, `${path.join('.')}: ${message}`))
  return { status: 'refused', problems }
}

function isSameFile(left: string, right: string): boolean {
  try {
    return realpathSync(left) === realpathSync(right)
  } catch {
    return left === right
  }
}
