import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tablePath } from '../backup-path.ts'
import type { Manifest } from '../manifest.ts'
import { openBackup } from '../open-backup.ts'

/** The lines of a table in a backup, in an order of their own. */
export async function linesOf(folder: string, table: string): Promise<readonly string[]> {
  return (await readFile(join(folder, tablePath(table)), 'utf8')).split('\n').slice(0, -1).sort()
}

/** What every table of a backup holds. */
export async function tablesOf(folder: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const names = (await manifestOf(folder)).database?.tables.map(({ name }) => name) ?? []
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await linesOf(folder, name)] as const)))
}

export async function manifestOf(folder: string): Promise<Manifest> {
  return (await openBackup(folder)).manifest
}
