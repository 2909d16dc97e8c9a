import { lchown } from 'node:fs/promises'
import { getuid } from 'node:process'
import type { PathFacts } from './path-facts.ts'

/**
 * Gives the folder for temporary files to the user of the programs, if this process is root and created it. A folder of
 * another owner is not changed.
 */
export async function handOver(folder: string | undefined, facts: PathFacts, user: string): Promise<void> {
  const fact = folder === undefined ? undefined : facts.get(folder)
  const [uid, gid] = user.split(':').map(Number)
  if (folder === undefined || fact?.kind !== 'folder' || getuid?.() !== 0 || fact.uid !== 0) return
  if (uid === undefined || !Number.isInteger(uid) || uid === 0) return
  await lchown(folder, uid, gid ?? uid)
}
