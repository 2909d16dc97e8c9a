import type { DrawbridgeConfig } from './sections.ts'

/** The operator's configuration: a file, or the configuration itself. `false`: no configuration is read at all. */
export type ConfigSource = string | DrawbridgeConfig | false

/** The options of a program that say where the configuration is. */
export interface ConfigOptions {
  /** The operator's configuration as a value, in place of a file. */
  readonly config?: DrawbridgeConfig
  /** The operator's file. Default: `drawbridge.jsonc` in the home, if it exists. */
  readonly configFile?: string
  /** False: no configuration is read at all, neither files nor the settings of the database. Default true. */
  readonly useConfig?: boolean
}

/** The source that options name; undefined for the default file. */
export function configSourceOf({ config, configFile, useConfig = true }: ConfigOptions): ConfigSource | undefined {
  return useConfig ? (configFile ?? config) : false
}

/** The name of the operator's configuration file in the home. */
export const configFileName = 'drawbridge.jsonc'
