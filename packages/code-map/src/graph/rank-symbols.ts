import { languageWithId } from '../language/index.ts'
import type { SourceSymbol } from '../parse/source-facts.ts'
import type { ReadSource } from '../source/read-sources.ts'
import type { Focus } from './focus.ts'
import type { FileLinks } from './link-files.ts'
import { type Edge, pageRank } from './page-rank.ts'

export interface RankedSymbol {
  /** Indexes of the file, and of the symbol in it. */
  readonly file: number
  readonly symbol: number
}

export interface Ranking {
  /** Each file's share of attention. */
  readonly files: readonly number[]
  /** All symbols, the most important first. A symbol comes after the one that it is a member of. */
  readonly symbols: readonly RankedSymbol[]
}

/** The share that starts at what a call asks about. */
const focusShare = 0.9

/** The weight of importing a file, in addition to the use of names that it declares. */
const importWeight = 1

/** The scores of what a call asks about by name, and by path if it is exported: above all that others can have together. */
const namedScore = 2
const focusScore = 1

/** The part of a file's rank that goes to its symbols whether or not anything refers to them. */
const ownShare = 0.2

/** Ranks files and symbols by what refers to them, starting from the focus if there is one. */
export function rankSymbols(sources: readonly ReadSource[], links: FileLinks, focus: Focus): Ranking {
  const files = pageRank(edgesOf(links), restartOf(sources, focus))
  const scores = ownScores(sources, files, focus)
  addReferences(scores, { sources, links, files })
  const symbols = scores
    .flatMap((own, file) => own.map((score, symbol) => ({ file, symbol, score })))
    .toSorted((left, right) => right.score - left.score || left.file - right.file || left.symbol - right.symbol)
  return { files, symbols: parentsFirst(symbols, sources) }
}

function edgesOf({ imports, references }: FileLinks): readonly Edge[] {
  const imported = imports.flatMap((files, from) => [...files].map((to) => ({ from, to, weight: importWeight })))
  return [...imported, ...references]
}

function restartOf(sources: readonly ReadSource[], { files }: Focus): readonly number[] {
  const weights = sources.map(({ path }) => (isTest(path) ? testWeight : 1))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const everywhere = files.size > 0 ? 1 - focusShare : 1
  return weights.map((weight, file) => {
    return (everywhere * weight) / total + (files.has(file) ? focusShare / files.size : 0)
  })
}

/** Tests use much and say little about the structure. */
const testWeight = 0.1

function isTest(path: string): boolean {
  return (
    /(^|\/)(__tests__|__fixtures__|__mocks__|tests?|specs?|fixtures|testing)\//.test(path) ||
    /([._-](test|spec)s?\.\w+|(^|\/)test_[^/]*\.py|Tests?\.(java|cs|php))$/.test(path)
  )
}

function ownScores(sources: readonly ReadSource[], files: readonly number[], focus: Focus): number[][] {
  return sources.map(({ facts }, file) => {
    const rank = files[file] ?? 0
    const weights = facts.symbols.map(ownWeight)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    return weights.map((weight, index) => {
      if (focus.names.has(facts.symbols[index]?.name ?? '')) return namedScore
      return focus.paths.has(file) ? weight * focusScore : (rank * ownShare * weight) / total
    })
  })
}

function ownWeight({ isExported, parent }: SourceSymbol): number {
  return (isExported ? 1 : 0.3) * (parent === undefined ? 1 : 0.2)
}

function addReferences(
  scores: number[][],
  {
    sources,
    links,
    files,
  }: { readonly sources: readonly ReadSource[]; readonly links: FileLinks; readonly files: readonly number[] },
): void {
  const out = new Map<number, number>()
  for (const { from, weight } of links.references) out.set(from, (out.get(from) ?? 0) + weight)
  const places = sources.map(({ facts, language }) => {
    const { unexported } = languageWithId(language).reach
    const usable = facts.symbols.flatMap(({ name, isExported, parent }, index) => {
      return isExported || parent !== undefined || unexported > 0 ? [{ name, index }] : []
    })
    return Map.groupBy(usable, ({ name }) => name)
  })
  for (const { from, to, name, weight } of links.references) {
    const named = places[to]?.get(name) ?? []
    const share = ((files[from] ?? 0) * weight) / (out.get(from) ?? 1) / named.length
    const own = scores[to]
    for (const { index } of named) if (own !== undefined) own[index] = (own[index] ?? 0) + share
  }
}

function parentsFirst(symbols: readonly RankedSymbol[], sources: readonly ReadSource[]): readonly RankedSymbol[] {
  const placed = new Set<string>()
  const ordered: RankedSymbol[] = []
  const place = ({ file, symbol }: RankedSymbol): void => {
    const key = `${file} ${symbol}`
    if (placed.has(key)) return
    placed.add(key)
    const parent = sources[file]?.facts.symbols[symbol]?.parent
    if (parent !== undefined) place({ file, symbol: parent })
    ordered.push({ file, symbol })
  }
  for (const symbol of symbols) place(symbol)
  return ordered
}
