import { posix } from 'node:path'
import { languageWithId, type Reach } from '../language/index.ts'
import type { ReadSource } from '../source/read-sources.ts'
import type { Project } from './project.ts'

/** The use of a name in one file that another declares. */
export interface Reference {
  /** Indexes in the list of files. */
  readonly from: number
  readonly to: number
  readonly name: string
  readonly weight: number
}

export interface FileLinks {
  /** For each file, the indexes of the files that it imports. */
  readonly imports: readonly ReadonlySet<number>[]
  readonly references: readonly Reference[]
}

/** Gives the event loop a turn. */
export type Breathe = () => Promise<void>

/** Files between two turns of the event loop. */
const filesAtOnce = 100

/** A name that more files declare says nothing about any of them. */
const mostDeclarers = 20

const memberWeight = 0.3
const privateWeight = 0.1
const commonWeight = 0.1
const specificWeight = 2
const focusWeight = 10

/**
 * Works out what refers to what: by imports, and by the names that a file uses and others declare. A name that several files declare means
 * the nearest: those that the file imports before others.
 * @param focus Names whose references weigh more.
 */
export async function linkFiles(
  sources: readonly ReadSource[],
  project: Project,
  { focus, breathe }: { readonly focus: ReadonlySet<string>; readonly breathe: Breathe },
): Promise<FileLinks> {
  const imports = resolveImports(sources, project)
  await breathe()
  const declarers = declarersOf(sources)
  const references: Reference[] = []
  for (const [from, source] of sources.entries()) {
    if (from % filesAtOnce === filesAtOnce - 1) await breathe()
    const distances = distancesFrom(from, sources, imports)
    for (const [name, count] of source.facts.words) {
      const all = declarers.get(keyOf(source.family, name))
      if (all === undefined || all.has(from) || all.size > mostDeclarers) continue
      const meant = nearest(all, distances, isSpecific(name))
      const share = (Math.sqrt(count) * weightOf(name, all.size, focus)) / meant.files.length
      for (const [to, own] of meant.files) {
        const weight = share * own * meant.weight
        if (weight > 0) references.push({ from, to, name, weight })
      }
    }
  }
  return { imports, references }
}

/** The other files by how near they are to one: its imports, their imports in turn, its folder, all others. */
interface Distances {
  readonly imported: ReadonlySet<number>
  readonly second: ReadonlySet<number>
  isBeside(file: number): boolean
  readonly reach: Reach
}

function distancesFrom(
  from: number,
  sources: readonly ReadSource[],
  imports: readonly ReadonlySet<number>[],
): Distances {
  const imported = imports[from] ?? new Set()
  const second = new Set([...imported].flatMap((file) => [...(imports[file] ?? [])]))
  const folder = posix.dirname(sources[from]?.path ?? '')
  const isBeside = (file: number) => posix.dirname(sources[file]?.path ?? '') === folder
  return { imported, second, isBeside, reach: languageWithId(sources[from]?.language ?? '').reach }
}

/** Languages that reach less import what they use: elsewhere a short word such as `number` is something else. */
const openReach = 0.2

const importedWeight = 4
const secondWeight = 1

/** Returns those of the files that declare a name which the use of it means. */
function nearest(
  declarers: ReadonlyMap<number, number>,
  { imported, second, isBeside, reach }: Distances,
  isTelling: boolean,
): { readonly files: readonly (readonly [file: number, weight: number])[]; readonly weight: number } {
  const files = [...declarers]
  const levels = [
    { weight: importedWeight, includes: (file: number) => imported.has(file) },
    { weight: importedWeight * reach.folder, includes: isBeside },
    { weight: secondWeight, includes: (file: number) => second.has(file) },
  ]
  for (const { weight, includes } of levels) {
    const meant = files.filter(([file]) => includes(file))
    if (meant.length > 0 && weight >= reach.elsewhere) return { files: meant, weight }
  }
  return { files, weight: isTelling || reach.elsewhere >= openReach ? reach.elsewhere : 0 }
}

function resolveImports(sources: readonly ReadSource[], project: Project): readonly ReadonlySet<number>[] {
  const indexes = new Map(sources.map(({ path }, index) => [path, index]))
  return sources.map(({ path, language, facts }, own) => {
    const { resolveImport } = languageWithId(language)
    const files = facts.imports.flatMap((specifier) => resolveImport(specifier, path, project))
    return new Set(files.flatMap((file) => indexes.get(file) ?? []).filter((index) => index !== own))
  })
}

/** The files that declare each name, with the weight of what they declare by it. */
function declarersOf(sources: readonly ReadSource[]): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const declarers = new Map<string, Map<number, number>>()
  for (const [index, { family, language, facts }] of sources.entries()) {
    const { unexported } = languageWithId(language).reach
    for (const { name, parent, isExported } of facts.symbols) {
      const weight = parent === undefined ? (isExported ? 1 : unexported) : memberWeight
      if (weight === 0) continue
      const key = keyOf(family, name)
      const files = declarers.get(key) ?? new Map<number, number>()
      files.set(index, Math.max(weight, files.get(index) ?? 0))
      declarers.set(key, files)
    }
  }
  return declarers
}

function keyOf(family: string, name: string): string {
  return `${family} ${name}`
}

function isSpecific(name: string): boolean {
  return name.length >= 8 && /[a-z][A-Z]|._/.test(name)
}

function weightOf(name: string, declarers: number, focus: ReadonlySet<string>): number {
  return (
    (focus.has(name) ? focusWeight : 1) *
    (name.startsWith('_') ? privateWeight : 1) *
    (declarers > 5 ? commonWeight : 1) *
    (isSpecific(name) ? specificWeight : 1)
  )
}
