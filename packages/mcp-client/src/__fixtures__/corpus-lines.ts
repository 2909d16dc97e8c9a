import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'

/** The first lines of a corpus; undefined if the corpora are not here. */
export function corpusLines(name: string, most: number): readonly string[] | undefined {
  const folder = env.DRAWBRIDGE_CORPORA ?? join(import.meta.dirname, '../../../../../shared/corpora')
  const file = join(folder, name)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, most) : undefined
}
