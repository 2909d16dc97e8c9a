import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWithin } from '@drawbridge/core/base'
import type { VirtualFile } from '@drawbridge/core/virtual'

/** Stored files, copied to a private folder while a helper program reads them. */
export interface HelperCopy extends AsyncDisposable {
  readonly folder: string
}

export interface CopiedFile extends VirtualFile {
  readonly text: string
}

const prefix = 'search-'
/** A copy that is older was left behind by a process that died. */
const leftBehindMs = 3_600_000

/**
 * @param scratch Made when first needed, for the owner only; a folder that no tool may touch.
 * @param ignoreRules Of the workspace's root, so that they bear on these files as well.
 */
export async function copyForHelper(
  scratch: string,
  files: readonly CopiedFile[],
  ignoreRules: string | undefined,
): Promise<HelperCopy> {
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(scratch, prefix))
  try {
    for (const { path, text, modifiedMs } of files) {
      const copy = join(folder, path)
      if (!isWithin(folder, copy)) continue
      await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
      await writeFile(copy, text, { mode: 0o600 })
      await utimes(copy, modifiedMs / 1000, modifiedMs / 1000)
    }
    if (ignoreRules !== undefined) await writeFile(join(folder, '.gitignore'), ignoreRules, { mode: 0o600 })
    await removeLeftBehind(scratch)
  } catch (error) {
    await remove(folder)
    throw error
  }
  return { folder, [Symbol.asyncDispose]: () => remove(folder) }
}

async function removeLeftBehind(scratch: string): Promise<void> {
  for (const name of await readdir(scratch)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(scratch, name)
    const made = await stat(folder).catch(() => undefined)
    if (made !== undefined && Date.now() - made.mtimeMs > leftBehindMs) await remove(folder)
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}
