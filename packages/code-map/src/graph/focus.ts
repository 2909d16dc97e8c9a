import type { SourceFacts } from '../parse/source-facts.ts'
import type { ReadSource } from '../source/read-sources.ts'

/** The files and names that a call asks about. */
export interface Focus {
  /** Indexes of the files that are asked about by path. */
  readonly paths: ReadonlySet<number>
  /** Indexes of all files that are asked about: also those that declare the names, or use them if none declares them. */
  readonly files: ReadonlySet<number>
  readonly names: ReadonlySet<string>
  /** Entries that mean neither a file nor a name here. */
  readonly unknown: readonly string[]
}

/**
 * Finds what the entries of `focus` mean: a file or folder by its path or the end of it, or a name that any file declares or uses.
 * @param shown Returns a file's path as results show it.
 */
export function findFocus(
  entries: readonly string[],
  sources: readonly ReadSource[],
  shown: (path: string) => string,
): Focus {
  const paths = new Set<number>()
  const files = new Set<number>()
  const names = new Set<string>()
  const unknown: string[] = []
  for (const entry of entries) {
    const path = entry.replace(/^(\.\/)+|\/+$/g, '')
    const at = indexesOf(sources, (source) => isAt(source.path, path) || isAt(shown(source.path), path))
    const declaring = indexesOf(sources, ({ facts }) => facts.symbols.some(({ name }) => name === entry))
    const users = declaring.length > 0 || at.length > 0 ? [] : indexesOf(sources, ({ facts }) => uses(facts, entry))
    for (const index of at) paths.add(index)
    for (const index of [...at, ...declaring, ...users]) files.add(index)
    if (declaring.length > 0 || users.length > 0) names.add(entry)
    if (at.length === 0 && declaring.length === 0 && users.length === 0) unknown.push(entry)
  }
  return { paths, files, names, unknown }
}

function indexesOf(sources: readonly ReadSource[], fits: (source: ReadSource) => boolean): readonly number[] {
  return sources.flatMap((source, index) => (fits(source) ? [index] : []))
}

function uses({ words }: SourceFacts, name: string): boolean {
  return words.some(([word]) => word === name)
}

function isAt(path: string, asked: string): boolean {
  if (asked === '' || asked === '.') return false
  const plain = path.replace(/^(\.\/)+/, '')
  return plain === asked || plain.endsWith(`/${asked}`) || plain.startsWith(`${asked}/`)
}
