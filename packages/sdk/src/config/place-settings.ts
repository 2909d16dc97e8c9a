import type { ConfigLayer } from './config-layer.ts'

/** The configured reach of files and commands in a place. Undefined: not set. */
export interface PlaceSettings {
  readonly readScope: 'workspace' | 'anywhere' | undefined
  readonly temporaryFolder: boolean | undefined
  /** Names of variables. */
  readonly environment: readonly string[]
  readonly backupsPerFile: number | undefined
}

/** Returns the settings of the place of runs. A project may only narrow the scope of reads. Pure. */
export function placeSettings(layers: readonly ConfigLayer[] = []): PlaceSettings {
  const of = (kind: ConfigLayer['kind']) => layers.flatMap((layer) => (layer.kind === kind ? [layer.config] : []))
  const operators = of('operator')
  const narrowed = of('project').some(({ permissions }) => permissions?.readScope === 'workspace')
  return {
    readScope: narrowed ? 'workspace' : operators.flatMap(({ permissions }) => permissions?.readScope ?? []).at(-1),
    temporaryFolder: operators.flatMap(({ permissions }) => permissions?.temporaryFolder ?? []).at(-1),
    environment: [...new Set(operators.flatMap(({ shell }) => shell?.environment ?? []))],
    backupsPerFile: operators.flatMap(({ backups }) => backups?.perFile ?? []).at(-1),
  }
}
