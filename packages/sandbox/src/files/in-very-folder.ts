import { closeSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { fail } from '@drawbridge/core'
import { errnoOf } from './fault-from-errno.ts'
import { folderOnly } from './place-only.ts'

/**
 * Runs `work` on entries of exactly the folder with this real path, like `openFolder`, without waiting. Throws
 * `stale_file` if the path now leads elsewhere or nowhere.
 * @param work Gets a function that returns the path of an entry by its name.
 */
export function inVeryFolder<Result>(real: string, work: (at: (name: string) => string) => Result): Result {
  const descriptor = openOrUndefined(real)
  if (descriptor === undefined) return moved(real)
  try {
    const held = platform === 'linux' ? `/proc/self/fd/${descriptor}` : real
    const now = platform === 'linux' ? readlinkSync(held) : realpathSync(real)
    return now === real ? work((name) => join(held, name)) : moved(real)
  } finally {
    closeSync(descriptor)
  }
}

function openOrUndefined(real: string): number | undefined {
  try {
    return openSync(real, folderOnly)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errnoOf(error) ?? '')) return undefined
    throw error
  }
}

function moved(real: string): never {
  return fail('stale_file', `"${real}" was moved or replaced while the sandbox was being created. Call again.`)
}
