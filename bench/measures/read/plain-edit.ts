import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes the cheapest durable edit: read, find, write a new file, sync, rename, sync the folder. No guard, backup or
 * policy.
 */
export async function plainEdit(path: string, old: string, next: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.indexOf(old)
  if (at === -1) throw new Error(`"${old}" is not in ${path}`)
  const temporary = `${path}.tmp`
  {
    await using file = await open(temporary, 'w')
    await file.writeFile(Buffer.concat([bytes.subarray(0, at), Buffer.from(next), bytes.subarray(at + old.length)]))
    await file.sync()
  }
  await rename(temporary, path)
  await using folder = await open(dirname(path))
  await folder.sync()
}
