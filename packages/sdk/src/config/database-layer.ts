import type { ConfigPath } from '@drawbridge/core/policy'
import type { ConfigurationRow } from '@drawbridge/store/configuration-rows'
import type { LoadedSection } from '../room/room-sections.ts'
import { checkFolders } from './check-folders.ts'
import type { ConfigLayer } from './config-layer.ts'
import { formatKeyPath, isAtOrBelow, type KeyPath } from './config-path.ts'
import { type ConfigProblem, databaseLayer } from './config-problem.ts'
import { parseConfig } from './parse-config.ts'
import type { LayerReading } from './read-layer.ts'
import type { ReferenceSources } from './resolve-references.ts'

/** Sections that are read before the database is open, or that mean a file alone, with the reason. */
const elsewhere: Readonly<Record<string, string>> = {
  store: 'it chooses the database',
  rooms: 'it names code that is loaded before the database is opened',
  tests: 'tests belong to the file that they test',
  $schema: 'it is for editors',
}

/**
 * Makes the layer of the settings that the database keeps. It counts as the operator's word, above that of the operator's file.
 * Never throws for what a row holds.
 */
export function readDatabaseLayer(
  rows: readonly ConfigurationRow[],
  sources: ReferenceSources,
  sections: readonly LoadedSection[],
): LayerReading {
  if (rows.length === 0) return { status: 'missing' }
  const problems = rows.flatMap(misplaced)
  if (problems.length > 0) return { status: 'refused', problems }
  const parsed = parseConfig(databaseLayer, textOf(rows), sources, sections)
  if (parsed.status === 'refused') return { status: 'refused', problems: parsed.problems.map(withoutLine) }
  const layer: ConfigLayer = {
    kind: 'operator',
    name: databaseLayer,
    config: parsed.config,
    secrets: parsed.secrets,
    problem: (path, message, key) =>
      withoutLine(
        parsed.document.problemAt(parsed.document.offsetOf(path, key), `${settingAt(path, rows)}: ${message}`),
      ),
    source: (path) => `${databaseLayer} (${settingAt(path, rows)})`,
  }
  const folders = checkFolders(layer)
  return folders.length > 0 ? { status: 'refused', problems: folders } : { status: 'read', layer }
}

/** The setting whose row covers a place of the layer. */
function settingAt(path: ConfigPath, rows: readonly ConfigurationRow[]): string {
  const row = rows.find((each) => isAtOrBelow(path, each.path))
  return formatKeyPath(row?.path ?? path.map(String))
}

function misplaced({ path }: ConfigurationRow): readonly ConfigProblem[] {
  const [section = ''] = path
  if (!Object.hasOwn(elsewhere, section)) return []
  const message = `"${formatKeyPath(path)}" cannot be stored in the database: ${elsewhere[section]}. Put it in the operator's file (drawbridge.jsonc in the data folder, or --config).`
  return [{ file: databaseLayer, line: 1, column: 1, message }]
}

/** Lines of a text that is not shown are useless. */
function withoutLine(problem: ConfigProblem): ConfigProblem {
  return { ...problem, line: 1, column: 1 }
}

type Tree = Map<string, Tree | { readonly text: string }>

/** The rows as the text of one file, so that they are checked as a file is. */
export function textOf(rows: readonly Pick<ConfigurationRow, 'path' | 'value'>[]): string {
  const root: Tree = new Map()
  for (const { path, value } of rows) place(root, path, JSON.stringify(value))
  return written(root)
}

function place(tree: Tree, [key = '', ...rest]: KeyPath, text: string): void {
  if (rest.length === 0) {
    tree.set(key, { text })
    return
  }
  const known = tree.get(key)
  const inner: Tree = known instanceof Map ? known : new Map()
  tree.set(key, inner)
  place(inner, rest, text)
}

function written(tree: Tree): string {
  const entries = [...tree].map(
    ([key, inner]) => `${JSON.stringify(key)}: ${inner instanceof Map ? written(inner) : inner.text}`,
  )
  return `{${entries.join(', ')}}`
}
