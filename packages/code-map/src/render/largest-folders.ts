export interface FolderCount {
  readonly path: string
  /** Source files in it, also deeper. */
  readonly files: number
}

const mostFolders = 20

/**
 * Returns the folders with the most files, and among equals the outer first. Leaves out one that
 * contains nothing but one other folder.
 */
export function largestFolders(paths: readonly string[]): readonly FolderCount[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  const passed = new Set<string>()
  for (const [folder, files] of counts) {
    const parent = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
    if (counts.get(parent) === files) passed.add(parent)
  }
  return [...counts]
    .filter(([path]) => !passed.has(path))
    .map(([path, files]) => ({ path, files }))
    .toSorted((left, right) => right.files - left.files || (left.path < right.path ? -1 : 1))
    .slice(0, mostFolders)
}
