import { readdir, rmdir, unlink } from 'node:fs/promises'
import { type AnchoredFolder, openChild } from './anchored-folder.ts'
import { lookUp } from './look-up.ts'

/** Deletes a folder with all that it holds. Never leaves it, whatever is put in the place of its folders meanwhile. */
export async function removeTree(parent: AnchoredFolder, name: string): Promise<void> {
  await removeContent(parent, name)
  await rmdir(parent.at(name))
}

async function removeContent(parent: AnchoredFolder, name: string): Promise<void> {
  await using folder = await openChild(parent, name)
  for (const child of await readdir(folder.self)) {
    const entry = await lookUp(folder.at(child))
    if (entry.kind === 'directory') await removeTree(folder, child)
    else if (entry.kind !== 'missing') await unlink(folder.at(child))
  }
}
