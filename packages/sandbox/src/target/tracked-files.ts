import { readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

const maxIndexBytes = 64_000_000

/** Whether a repository may keep a path. Answers yes where that cannot be told without git. */
export type IsTracked = (path: string) => boolean

/**
 * Reads the index of the repository at a folder: names stand there as they are, but for the compressed and the split form.
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
