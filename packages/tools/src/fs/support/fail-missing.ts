import { fail } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'

/** Ends with `file_not_found`, naming files that lie beside and are called alike. */
export async function failMissing(files: FileAccess, path: string): Promise<never> {
  const similar = (await files.similarNames(path)).slice(0, 5).map((name) => `"${name}"`)
  const advice =
    similar.length > 0 ? `In its folder there is ${similar.join(', ')}.` : 'Look for it with fs.glob or fs.list_files.'
  return fail('file_not_found', `"${path}" does not exist. ${advice}`)
}
