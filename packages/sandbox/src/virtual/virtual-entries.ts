import type { FileEntry, FileStat, WalkOptions } from '@drawbridge/core/machine'
import type { VirtualFile } from '@drawbridge/core/virtual'
import type { VirtualPlaces } from './virtual-places.ts'

/** The entry at a virtual path. */
export type VirtualEntry =
  | { readonly kind: 'missing' }
  | { readonly kind: 'directory'; readonly modifiedMs: number }
  | { readonly kind: 'file'; readonly file: VirtualFile }

/** Folders are there as far as files are in them, but for those at the root, which always are. */
export function entryAt(path: string, files: readonly VirtualFile[], places: VirtualPlaces): VirtualEntry {
  const file = files.find((candidate) => candidate.path === path)
  if (file !== undefined) return { kind: 'file', file }
  const below = files.filter((candidate) => candidate.path.startsWith(`${path}/`))
  if (below.length === 0 && places.kindOfRoot(path) !== 'folder') return { kind: 'missing' }
  return { kind: 'directory', modifiedMs: newest(below) ?? places.createdMs }
}

export function statOf(entry: VirtualEntry): FileStat | undefined {
  switch (entry.kind) {
    case 'missing':
      return undefined
    case 'directory':
      return { kind: 'directory', size: 0, modifiedMs: entry.modifiedMs, mode: 0o700, links: 1 }
    case 'file':
      return { kind: 'file', size: entry.file.bytes, modifiedMs: entry.file.modifiedMs, mode: 0o600, links: 1 }
    default:
      return entry satisfies never
  }
}

/** Entries directly in a virtual folder, in name order; `''` is the root of the workspace. */
export function entriesIn(folder: string, files: readonly VirtualFile[], places: VirtualPlaces): readonly FileEntry[] {
  const lead = folder === '' ? '' : `${folder}/`
  // One pass: there may be ten thousand of them.
  const entries = new Map<string, FileEntry>()
  for (const { path, bytes, modifiedMs } of files) {
    if (!path.startsWith(lead)) continue
    const [name = '', ...below] = path.slice(lead.length).split('/')
    const known = entries.get(name)
    if (below.length === 0) entries.set(name, { path: name, kind: 'file', size: bytes, modifiedMs })
    else if (known?.kind !== 'file') entries.set(name, folderEntry(name, Math.max(modifiedMs, known?.modifiedMs ?? 0)))
  }
  for (const name of folder === '' ? places.rootFolders : []) {
    if (!entries.has(name)) entries.set(name, folderEntry(name, places.createdMs))
  }
  return [...entries.values()].sort((left, right) => (left.path < right.path ? -1 : 1))
}

function folderEntry(name: string, modifiedMs: number): FileEntry {
  return { path: name, kind: 'directory', size: 0, modifiedMs }
}

/**
 * Yields one entry of a virtual folder and everything below it, as a walk reports it. Paths are prefixed with
 * `shownIn`.
 */
export async function* walkEntry(
  entry: FileEntry,
  where: { readonly folder: string; readonly shownIn: string; readonly level: number },
  tree: { readonly files: readonly VirtualFile[]; readonly places: VirtualPlaces },
  options: WalkOptions,
): AsyncGenerator<FileEntry, void> {
  const { depth = Number.POSITIVE_INFINITY, enter = () => true, signal } = options
  signal?.throwIfAborted()
  const shown = { ...entry, path: `${where.shownIn}${entry.path}` }
  yield shown
  if (entry.kind !== 'directory' || where.level >= depth || !(await enter(shown))) return
  const folder = where.folder === '' ? entry.path : `${where.folder}/${entry.path}`
  const below = { folder, shownIn: `${shown.path}/`, level: where.level + 1 }
  for (const child of entriesIn(folder, tree.files, tree.places)) yield* walkEntry(child, below, tree, options)
}

function newest(files: readonly VirtualFile[]): number | undefined {
  return files.length === 0 ? undefined : Math.max(...files.map(({ modifiedMs }) => modifiedMs))
}
