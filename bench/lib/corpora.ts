import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The folder of the third-party corpora: `DRAWBRIDGE_CORPORA`, or `../shared/corpora` next to the repository. */
export const corporaFolder = resolve(
  process.env.DRAWBRIDGE_CORPORA ?? join(import.meta.dirname, '../../../shared/corpora'),
)

/** True if this clone has the corpora next to it. */
export const corporaPresent = existsSync(corporaFolder)

/** Reads one corpus file of JSON lines. */
export function readJsonLines<Row>(name: string): Row[] {
  return readFileSync(join(corporaFolder, name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row)
}
