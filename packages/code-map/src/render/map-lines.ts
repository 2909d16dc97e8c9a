import { posix } from 'node:path'
import { quotedPath } from '@drawbridge/core/base'
import type { Focus } from '../graph/focus.ts'
import type { FileLinks } from '../graph/link-files.ts'
import type { Ranking } from '../graph/rank-symbols.ts'
import type { SourceFacts } from '../parse/source-facts.ts'
import type { ReadSource } from '../source/read-sources.ts'
import { type FolderCount, largestFolders } from './largest-folders.ts'

/** A project with what refers to what in it and how much each part matters. */
export interface RankedProject {
  readonly sources: readonly ReadSource[]
  readonly links: FileLinks
  /** For each file, the number of files that import it. */
  readonly importedBy: readonly number[]
  readonly ranking: Ranking
  readonly focus: Focus
}

/** One line of a map, with its place. */
export type MapLine =
  | { readonly kind: 'folder'; readonly folder: FolderCount; readonly text: string }
  | { readonly kind: 'file'; readonly file: number; readonly text: string }
  | { readonly kind: 'imports'; readonly file: number; readonly text: string }
  | { readonly kind: 'symbol'; readonly file: number; readonly symbol: number; readonly text: string }

export interface LineOptions {
  readonly symbols: boolean
  readonly dependencies: boolean
  /** Returns the path of a result for a path of the project. */
  readonly shown: (path: string) => string
  /** Replaces what no model may see. */
  readonly scrub: (text: string) => string
}

/** After so many symbols or files, the next folder is listed. */
const linesPerFolder = 3

/** Files named in one line of imports. */
const importsShown = 4

/** Symbols that are shown at once with the path of their file. */
const symbolsWithPath = 3

/**
 * Yields the lines of a map, the most important first, in steps that are shown whole or not at all. The same for every budget, so
 * that a larger one shows all that a smaller one does.
 */
export function* mapSteps(project: RankedProject, options: LineOptions): Generator<readonly MapLine[], void> {
  const folders = largestFolders(project.sources.map(({ path }) => path))[Symbol.iterator]()
  let count = 0
  for (const step of fileSteps(project, options)) {
    yield step
    count += 1
    if (count % linesPerFolder !== 0) continue
    const { value: folder } = folders.next()
    if (folder === undefined) continue
    const inside = folder.files === 1 ? '1 source file' : `${folder.files} source files`
    yield [{ kind: 'folder', folder, text: options.scrub(`${options.shown(folder.path)}/ (${inside})`) }]
  }
}

function* fileSteps(project: RankedProject, options: LineOptions): Generator<readonly MapLine[], void> {
  const { sources, ranking } = project
  const headed = new Set<number>()
  const head = (file: number): readonly MapLine[] => {
    if (headed.has(file)) return []
    headed.add(file)
    return fileLines(file, project, options)
  }
  const first = firstOfEach(ranking)
  for (const { file, symbol } of options.symbols ? ranking.symbols : []) {
    const isFirst = !headed.has(file)
    if (!isFirst && first.get(file)?.includes(symbol)) continue
    const heading = head(file)
    const own = isFirst ? (first.get(file) ?? []) : [symbol]
    yield [...heading, ...own.flatMap((index) => symbolLine(file, index, project, options))]
  }
  const rest = [...sources.keys()].toSorted((left, right) => rankOf(project, right) - rankOf(project, left))
  for (const file of rest) if (!headed.has(file)) yield head(file)
}

/** Returns the symbols of each file that are shown with its path, since a path with one symbol alone costs much and says little. */
function firstOfEach({ symbols }: Ranking): ReadonlyMap<number, readonly number[]> {
  const first = new Map<number, number[]>()
  for (const { file, symbol } of symbols) {
    const own = first.get(file) ?? []
    if (own.length < symbolsWithPath) own.push(symbol)
    first.set(file, own)
  }
  return first
}

function symbolLine(file: number, symbol: number, project: RankedProject, options: LineOptions): readonly MapLine[] {
  const facts = project.sources[file]?.facts
  const found = facts?.symbols[symbol]
  if (facts === undefined || found === undefined) return []
  const indent = '  '.repeat(1 + depthOf(facts, symbol))
  return [{ kind: 'symbol', file, symbol, text: options.scrub(`${indent}${found.line}: ${found.signature}`) }]
}

function fileLines(file: number, project: RankedProject, options: LineOptions): readonly MapLine[] {
  const source = project.sources[file]
  if (source === undefined) return []
  const heading: MapLine = { kind: 'file', file, text: options.scrub(options.shown(source.path)) }
  const text = options.dependencies ? describeImports(file, project) : ''
  return text === '' ? [heading] : [heading, { kind: 'imports', file, text: options.scrub(`  ${text}`) }]
}

/** Paths of imports are written as in code, from the folder of the file: they are short. */
function describeImports(file: number, project: RankedProject): string {
  const imports = rankedImports(file, project)
  const folder = posix.dirname(project.sources[file]?.path ?? '')
  const names = imports.slice(0, importsShown).map((index) => {
    const path = posix.relative(folder, project.sources[index]?.path ?? '')
    return quotedPath(path.startsWith('../') ? path : `./${path}`)
  })
  const more = imports.length > names.length ? ` and ${imports.length - names.length} more` : ''
  const users = project.importedBy[file] ?? 0
  return [
    ...(names.length > 0 ? [`imports ${names.join(', ')}${more}`] : []),
    ...(users > 0 ? [`imported by ${users}`] : []),
  ].join('; ')
}

/** Returns the files that a file imports, the most important first. */
export function rankedImports(file: number, project: RankedProject): readonly number[] {
  return [...(project.links.imports[file] ?? [])].toSorted(
    (left, right) => rankOf(project, right) - rankOf(project, left) || left - right,
  )
}

function rankOf({ ranking }: RankedProject, file: number): number {
  return ranking.files[file] ?? 0
}

function depthOf({ symbols }: Pick<SourceFacts, 'symbols'>, symbol: number): number {
  const parent = symbols[symbol]?.parent
  return parent === undefined ? 0 : 1 + depthOf({ symbols }, parent)
}
