import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '@drawbridge/core/base'

/** A copy of a repository in which a child works, as it is written next to it. */
export interface WorktreeRecord {
  /** The `.git` folder of the repository that was copied. */
  readonly repository: string
  /** The commit with which the copy began, changes that were not committed included. */
  readonly base: string
  /** The branch that the work becomes. */
  readonly branch: string
  /** A few words for the commit of what was left uncommitted. */
  readonly label: string
  /** The folder inside the copy in which the child works. Empty for its top. */
  readonly prefix: string
  /** True once the branch has the work. */
  readonly isKept: boolean
  /** Parts of the work that no branch can have. */
  readonly left?: readonly string[]
}

/** The places of a copy below its own folder. */
export function placesIn(folder: string) {
  return { record: join(folder, 'record.json'), store: join(folder, 'store.git'), tree: join(folder, 'tree') }
}

/** Returns the names of the folders in which copies are. */
export async function listCopies(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** Reads the record of a copy; undefined if there is none. */
export async function readRecord(folder: string): Promise<WorktreeRecord | undefined> {
  try {
    const record: unknown = JSON.parse(await readFile(placesIn(folder).record, 'utf8'))
    return isJsonObject(record) && typeof record.base === 'string' ? (record as unknown as WorktreeRecord) : undefined
  } catch {
    return undefined
  }
}

/** Writes the record of a copy. */
export async function writeRecord(folder: string, record: WorktreeRecord): Promise<void> {
  await writeFile(placesIn(folder).record, `${JSON.stringify(record)}\n`, { mode: 0o600 })
}
