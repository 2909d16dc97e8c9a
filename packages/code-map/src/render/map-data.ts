import { field, type InferOutput } from '@drawbridge/core/schema'
import { symbolKinds } from '../language/index.ts'
import { byFile } from './describe-map.ts'
import { type MapLine, type RankedProject, rankedImports } from './map-lines.ts'

const symbol = field.object({
  name: field.string(),
  kind: field.enum(symbolKinds),
  line: field.int().describe('First line, from 1 on.'),
  end_line: field.int(),
  exported: field.boolean(),
  member_of: field.string().optional(),
  signature: field.string().describe('The declaration up to its body, on one line.'),
})

const file = field.object({
  path: field.string(),
  language: field.string(),
  symbols: field.array(symbol).describe('Those shown, by line.'),
  hidden_symbols: field.int().describe('Symbols that did not fit.'),
  imports: field.array(field.string()).describe('Files of the map that it imports, the most important first.'),
  imported_by: field.int().describe('Number of files of the map that import it.'),
  has_errors: field.boolean().describe('True if parts of it could not be parsed.'),
})

export const mapOutput = field.object({
  path: field.string(),
  files: field.array(file).describe('The most important first.'),
  folders: field.array(field.object({ path: field.string(), files: field.int() })),
  total_files: field.int().describe('Source files that were parsed.'),
  total_symbols: field.int(),
  budget: field.int(),
  tokens: field.int().describe('Estimate for the text.'),
  truncated: field.boolean().describe('True if not everything fitted.'),
  incomplete: field.enum(['files', 'time']).optional().describe('Why not all source files were parsed.'),
  skipped: field
    .array(field.object({ path: field.string(), reason: field.enum(['too_large', 'not_source', 'too_slow']) }))
    .describe('Files that were not parsed.'),
})

export type MapData = InferOutput<typeof mapOutput>

/** Returns the lines of a map as data. */
export function mapData(
  lines: readonly MapLine[],
  project: RankedProject,
  shown: (path: string) => string,
): Pick<MapData, 'files' | 'folders' | 'total_files' | 'total_symbols'> {
  const { sources } = project
  const files = [...byFile(lines)].flatMap(([index, own]) => {
    const source = sources[index]
    if (source === undefined) return []
    const { facts, path, language } = source
    const chosen = own.flatMap((line) => (line.kind === 'symbol' ? [line.symbol] : [])).toSorted((a, b) => a - b)
    return [
      {
        path: shown(path),
        language,
        symbols: chosen.flatMap((at) => symbolData(facts.symbols, at)),
        hidden_symbols: facts.symbols.length - chosen.length,
        imports: rankedImports(index, project).map((imported) => shown(sources[imported]?.path ?? '')),
        imported_by: project.importedBy[index] ?? 0,
        has_errors: facts.hasErrors,
      },
    ]
  })
  const folders = lines.flatMap((line) => {
    return line.kind === 'folder' ? [{ path: shown(line.folder.path), files: line.folder.files }] : []
  })
  const total = sources.reduce((sum, { facts }) => sum + facts.symbols.length, 0)
  return { files, folders, total_files: sources.length, total_symbols: total }
}

type Symbols = RankedProject['sources'][number]['facts']['symbols']

function symbolData(symbols: Symbols, at: number): MapData['files'][number]['symbols'] {
  const found = symbols[at]
  if (found === undefined) return []
  const { name, kind, line, endLine, isExported, parent, signature } = found
  const container = parent === undefined ? undefined : symbols[parent]?.name
  const member = container === undefined ? {} : { member_of: container }
  return [{ name, kind, line, end_line: endLine, exported: isExported, ...member, signature }]
}
