import { sensitiveExamples } from '../guarded/index.ts'
import { matchesGlob } from '../word/matches-glob.ts'

/** One file of each kind that holds credentials by its name. */
const samples = sensitiveExamples.map((name) => name.toLowerCase())

/** Returns true if a glob over base names may match a file with credentials. */
export function mayNameSecret(glob: string): boolean {
  return samples.some((name) => matchesGlob(glob.toLowerCase(), name))
}
