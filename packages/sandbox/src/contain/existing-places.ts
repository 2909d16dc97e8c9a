import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { rememberWhileUnchanged } from './folder-stamp.ts'

interface Branch {
  readonly path: string
  isPlace: boolean
  readonly inner: Map<string, Branch>
  /** The inner branches that exist. */
  readonly present: () => readonly Branch[]
}

/**
 * Returns a function that finds out which of these relative paths exist in a folder. After the first time that costs a
 * disk access for each existing folder on the way, none for paths that are missing.
 */
export function existingPlaces(base: string, places: readonly string[]): () => readonly string[] {
  const root = createBranch(base)
  for (const place of places) {
    let branch = root
    for (const name of place.split('/')) {
      const inner = branch.inner.get(name) ?? createBranch(join(branch.path, name))
      branch.inner.set(name, inner)
      branch = inner
    }
    branch.isPlace = true
  }
  return () => placesIn(root)
}

function createBranch(path: string): Branch {
  const inner = new Map<string, Branch>()
  const present = rememberWhileUnchanged([path], () => [...inner.values()].filter((branch) => existsSync(branch.path)))
  return { path, isPlace: false, inner, present }
}

function placesIn({ path, isPlace, inner, present }: Branch): readonly string[] {
  const own = isPlace ? [path] : []
  return inner.size === 0 ? own : [...own, ...present().flatMap(placesIn)]
}
