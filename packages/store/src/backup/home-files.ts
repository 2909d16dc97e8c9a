import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** What a home keeps beside its database. */
const kept: ReadonlySet<string> = new Set([
  'drawbridge.jsonc',
  'sessions',
  'artifacts',
  'tools',
  'agents',
  'skills',
  // Which packages of rooms are installed there; they themselves can be installed again.
  'package.json',
  'package-lock.json',
])

/** What nobody misses: backups of single files, what is made anew, who writes just now, and what the database itself is. */
const passing =
  /^(?:backups|cache|node_modules|sessions\/\.open|key|\.key-[\da-f]{16}|drawbridge\.db(?:-wal|-shm|-journal)?)$/

export interface HomeFiles {
  /** Files below the home, with `/`, in order. */
  readonly files: readonly string[]
  /** Entries that are not taken along, though nobody has said that they may go: links, pipes, what is not known. */
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
  // An artifact exists with its description, which is written last and removed first: contents (.bin) stand before it in this order.
  return { files: files.sort(), leftOut: leftOut.sort() }
}

/** Whether a path of a home is one that backups take along: a backup must not be written there. */
export function isKeptInHome(relativePath: string): boolean {
  return kept.has(relativePath.split(/[\\/]/)[0] ?? '')
}
