import { posix } from 'node:path'

/** A package of JavaScript in the project. */
export interface ProjectPackage {
  readonly folder: string
  /** Paths below its folder by subpath: `.`, `./testing`. */
  readonly entries: ReadonlyMap<string, string>
}

/** The files of a folder, as far as imports need them. Paths are relative to it, with `/` between parts. */
export interface Project {
  has(path: string): boolean
  filesIn(folder: string): readonly string[]
  /** Returns the file with this end of its path, the nearest to `from` if several have it. */
  endingWith(suffix: string, from: string): string | undefined
  readonly packages: ReadonlyMap<string, ProjectPackage>
  readonly goModules: readonly { readonly prefix: string; readonly folder: string }[]
}

/** A file that says how others are imported: `package.json` or `go.mod`. */
export interface Manifest {
  readonly path: string
  readonly text: string
}

export function isManifest(path: string): boolean {
  return ['package.json', 'go.mod'].includes(posix.basename(path))
}

export function createProject(paths: readonly string[], manifests: readonly Manifest[] = []): Project {
  const known = new Set(paths)
  const byFolder = Map.groupBy(paths, (path) => posix.dirname(path))
  const byName = Map.groupBy(paths, (path) => posix.basename(path))
  return {
    has: (path) => known.has(path),
    filesIn: (folder) => byFolder.get(folder === '' ? '.' : folder) ?? [],
    endingWith: (suffix, from) => {
      const named = byName.get(posix.basename(suffix)) ?? []
      const fitting = named.filter((path) => path === suffix || path.endsWith(`/${suffix}`))
      return nearest(fitting, from)
    },
    packages: new Map(manifests.flatMap(readPackage)),
    goModules: manifests.flatMap(readGoModule),
  }
}

function nearest(paths: readonly string[], from: string): string | undefined {
  let best: { readonly path: string; readonly shared: number } | undefined
  for (const path of paths) {
    const shared = sharedFolders(path, from)
    if (best === undefined || shared > best.shared) best = { path, shared }
  }
  return best?.path
}

function sharedFolders(left: string, right: string): number {
  const [lefts, rights] = [left.split('/'), right.split('/')]
  const different = lefts.findIndex((part, index) => part !== rights[index])
  return different < 0 ? lefts.length : different
}

function readPackage({ path, text }: Manifest): readonly (readonly [string, ProjectPackage])[] {
  if (posix.basename(path) !== 'package.json') return []
  const manifest = parsedJson(text)
  if (typeof manifest?.name !== 'string') return []
  const folder = posix.dirname(path)
  const main = typeof manifest.main === 'string' ? [['.', manifest.main] as const] : []
  return [[manifest.name, { folder, entries: new Map([...main, ...exportedEntries(manifest.exports)]) }]]
}

function exportedEntries(value: unknown): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [['.', value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([subpath, target]) => {
    const file = firstTarget(target)
    return subpath.startsWith('.') && file !== undefined ? [[subpath, file] as const] : []
  })
}

/** Returns the file of the first condition that leads to one. */
function firstTarget(target: unknown, depth = 0): string | undefined {
  if (typeof target === 'string') return target
  if (typeof target !== 'object' || target === null || depth > 8) return undefined
  for (const inner of Object.values(target)) {
    const found = firstTarget(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

function parsedJson(text: string): { readonly [key: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

function readGoModule({ path, text }: Manifest): Project['goModules'] {
  const prefix = posix.basename(path) === 'go.mod' ? /^module\s+(\S+)/m.exec(text)?.[1] : undefined
  const folder = posix.dirname(path)
  return prefix === undefined ? [] : [{ prefix, folder: folder === '.' ? '' : folder }]
}
