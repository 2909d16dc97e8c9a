import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of a home that a backup includes, besides the database. */
const kept: ReadonlySet<string> = new Set([
  'drawbridge.jsonc',
  'sessions',
  'artifacts',
  'tools',
  'agents',
  'skills',
  // It lists the installed packages of rooms, which can be installed again.
  'package.json',
  'package-lock.json',
])

/**
 * Files that a backup may drop: backups of single files, caches, marks of current writers, and the database's own
 * files.
 */
const passing =
  /^(?:backups|cache|node_modules|sessions\/\.open|key|\.key-[\da-f]{16}|drawbridge\.db(?:-wal|-shm|-journal)?)$/

export interface HomeFiles {
  /** Files below the home, with `/`, in order. */
  readonly files: readonly string[]
  /** Entries that were left out, although they are not known to be dispensable: links, pipes, unknown files. */
  readonly leftOut: readonly string[]
}

/** The files of a home that a backup takes along. */
export async function listHomeFiles(home: string): Promise<HomeFiles> {
  const [files, leftOut]: [string[], string[]] = [[], []]
  const visit = async (folder: string) => {
    for (const entry of await readdir(join(home, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (passing.test(path)) continue
      if (folder === '' && !kept.has(entry.name)) leftOut.push(path)
      else if (entry.isDirectory()) await visit(path)
      else if (entry.isFile() && !entry.name.includes('\\')) files.push(path)
      else leftOut.push(path)
    }
  }
  await visit('')
  // An artifact exists once its description does, which is written last and removed first: in this order contents
  // (.bin) come before it.
  return { files: files.sort(), leftOut: leftOut.sort() }
}

/** Returns true if backups include this path of a home: a backup must not be written there. */
export function isKeptInHome(relativePath: string): boolean {
  return kept.has(relativePath.split(/[\\/]/)[0] ?? '')
}
