import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Brings the names in a folder, and in all below it, onto the disk: before a rename that is to mean that everything is there. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name))
  }
  await syncFolder(folder)
}

export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
