import { sensitiveExamples } from '../guarded/index.ts'
import { matchesGlob } from '../word/matches-glob.ts'

/** One file of each kind that holds credentials by its name. */
const samples = sensitiveExamples.map((name) => name.toLowerCase())

/** Whether a glob over base names may find a file that holds credentials. */
export function mayNameSecret(glob: string): boolean {
  return samples.some((name) => matchesGlob(glob.toLowerCase(), name))
}
