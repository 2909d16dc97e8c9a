import { basename, dirname } from 'node:path'
import { fail } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import { failMissing } from '../read-guard.ts'

/** The start of a search: a real folder, and in it `./` or the one file to search. */
export interface SearchStart {
  readonly folder: string
  readonly start: string
}

/** Ends with `file_not_found` if nothing exists there. */
export async function resolveStart(files: FileAccess, path: string): Promise<SearchStart> {
  const stat = (await files.stat(path)) ?? (await failMissing(files, path))
  const real = files.realPath(path)
  switch (stat.kind) {
    case 'directory':
      return { folder: real, start: './' }
    case 'file':
      return { folder: dirname(real), start: `./${basename(real)}` }
    case 'other':
      return fail('not_a_file', `"${path}" is a device, pipe or socket, which cannot be searched.`)
    default:
      return stat.kind satisfies never
  }
}
