import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { SqliteOptions } from '../../database/index.ts'

/** A folder of its own for each test of a file. */
export interface Scratch {
  /** A path in it; without names the folder itself. */
  at(...names: string[]): string
  /** The database of a home in it. */
  databaseIn(home: string): SqliteOptions
  write(home: string, files: Readonly<Record<string, string>>): Promise<void>
}

/** The home \`home\` is there from the start, and empty. */
export function useScratch(): Scratch {
  let root: string
  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'drawbridge-backup-')))
    await mkdir(join(root, 'home'), { mode: 0o700 })
  })
  afterEach(() => rm(root, { recursive: true, force: true }))
  const at = (...names: string[]) => join(root, ...names)
  return {
    at,
    databaseIn: (home) => ({ kind: 'sqlite', file: at(home, 'drawbridge.db') }),
    write: async (home, files) => {
      for (const [name, text] of Object.entries(files)) {
        await mkdir(dirname(at(home, name)), { recursive: true, mode: 0o700 })
        await writeFile(at(home, name), text)
      }
    },
  }
}
