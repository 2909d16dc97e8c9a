import { readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const maxIndexBytes = 64_000_000

/** Returns true if a repository may track a path, or if that is unknown without git. */
export type IsTracked = (path: string) => boolean

/**
 * Reads the index of the repository in a folder: names are plain text, except in the compressed and the split form.
 * @param root Absolute and real.
 */
export function trackedFiles(root: string): IsTracked {
  const index = readIndex(join(root, '.git', 'index'))
  if (index === undefined) return () => true
  return (path) => {
    const name = relative(root, path)
    return name === '' || name.startsWith('..') || index.includes(name.split(sep).join('/'))
  }
}

function readIndex(file: string): Buffer | undefined {
  try {
    if (statSync(file).size > maxIndexBytes) return undefined
    const index = readFileSync(file)
    const isPlain = index.toString('latin1', 0, 4) === 'DIRC' && index.readUInt32BE(4) < 4
    return isPlain && !index.includes('link\0') ? index : undefined
  } catch {
    return undefined
  }
}
