import { readFileSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkFolders } from './check-folders.ts'
import { checkProjectLayer } from './check-project-layer.ts'
import { combineLayers } from './combine-layers.ts'
import { configFileName } from './config-file-name.ts'
import { type ConfigLayer, fileLayer, valueLayer } from './config-layer.ts'
import type { ConfigProblem } from './config-problem.ts'
import type { Configuration } from './configuration.ts'
import { builtInNumbers, numbersOf } from './numbers.ts'
import { parseConfig } from './parse-config.ts'
import { configSchema, type DrawbridgeConfig } from './sections.ts'

export interface ConfigSources {
  /** Holds the operator's file where `config` names no other. */
  readonly home: string
  /** Holds the project's file. */
  readonly workspace: string
  /** The operator's file (`--config`), or the configuration itself. */
  readonly config?: string | DrawbridgeConfig | undefined
  /** Whether the project's file is read. Default true. */
  readonly projectFile?: boolean | undefined
  /** Default: that of this process. */
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined
}

export type LoadedConfiguration =
  | { readonly status: 'loaded'; readonly configuration: Configuration }
  | { readonly status: 'refused'; readonly problems: readonly ConfigProblem[] }

/** As long as no sensible configuration is. In bytes. */
const maxFileBytes = 1_048_576

/**
 * Reads and checks the operator's and the project's file. With any problem anywhere nothing of them is loaded. Never throws for
 * what stands in a file.
 */
export function loadConfiguration(sources: ConfigSources): LoadedConfiguration {
  const { home, workspace, config, projectFile = true, environment = process.env } = sources
  const layers: ConfigLayer[] = []
  const problems: ConfigProblem[] = []
  const operatorFile = typeof config === 'string' ? resolve(config) : join(home, configFileName)
  const projectPath = join(workspace, configFileName)

  if (typeof config === 'object') addValue(config)
  else addFile('operator', operatorFile, { isRequired: config !== undefined, environment })
  if (projectFile && !isSameFile(projectPath, operatorFile))
    addFile('project', projectPath, { isRequired: false, environment: undefined })

  problems.push(...layers.flatMap(checkFolders))
  const limits = new Map(
    [
      ...builtInNumbers,
      ...layers.filter(({ kind }) => kind === 'operator').flatMap((layer) => numbersOf(layer.config)),
    ].map(({ key, value }) => [key, value]),
  )
  for (const layer of layers) if (layer.kind === 'project') problems.push(...checkProjectLayer(layer, limits))
  return problems.length > 0
    ? { status: 'refused', problems }
    : { status: 'loaded', configuration: combineLayers(layers) }

  function addValue(value: DrawbridgeConfig): void {
    const shape = configSchema.safeParse(value)
    if (shape.success) layers.push(valueLayer(shape.data, 'options.config'))
    else
      problems.push(
        ...shape.error.issues.map(({ path, message }) => ({
          ...start('options.config'),
          message: `${path.join('.')}: ${message}`,
        })),
      )
  }

  function addFile(
    kind: ConfigLayer['kind'],
    file: string,
    options: { readonly isRequired: boolean; readonly environment: ConfigSources['environment'] },
  ): void {
    const read = readText(file)
    if (read.status === 'missing' && !options.isRequired) return
    if (read.status !== 'read') {
      const message = read.status === 'missing' ? 'There is no such file.' : read.why
      problems.push({ ...start(file), message })
      return
    }
    const parsed = parseConfig(file, read.text, { environment: options.environment })
    if (parsed.status === 'parsed') layers.push(fileLayer(kind, parsed.config, parsed.document))
    else problems.push(...parsed.problems)
  }
}

function start(file: string): Omit<ConfigProblem, 'message'> {
  return { file, line: 1, column: 1 }
}

type ReadText =
  | { readonly status: 'read'; readonly text: string }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly why: string }

function readText(file: string): ReadText {
  try {
    if (statSync(file).size > maxFileBytes)
      return { status: 'failed', why: `The file has more than ${maxFileBytes} bytes.` }
    return { status: 'read', text: readFileSync(file, 'utf8').replace(/^\uFEFF/, '') }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    if (isMissing) return { status: 'missing' }
    return {
      status: 'failed',
      why: `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

function isSameFile(left: string, right: string): boolean {
  try {
    return realpathSync(left) === realpathSync(right)
  } catch {
    return left === right
  }
}
