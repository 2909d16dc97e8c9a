import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { syncFolder } from './sync-folders.ts'

/** What the name of a half-restored home has in it, beside that of the home. */
export const restoringMark = '.restoring-'

export interface HomePlaceOptions {
  readonly home: string
  /** Whether a home that holds something may be put aside. */
  readonly force: boolean
  /** What to call the one that is put aside; it tells the time. */
  readonly aside: string
}

/** Where a home is made whole before it is put into its place in one step. */
export interface HomePlace extends AsyncDisposable {
  /** Beside the home. Removed when this is disposed of, unless it was put into its place. */
  readonly staging: string
  /** Puts it into its place; resolves to where the old home is kept. */
  put(): Promise<string | undefined>
}

/** @throws DrawbridgeError `invalid_option` for a home that is not empty, without `force`. */
export async function prepareHome({ home: given, force, aside }: HomePlaceOptions): Promise<HomePlace> {
  const home = await realpath(given).catch(() => resolve(given))
  const isUsed = await holdsSomething(home)
  if (isUsed && !force) {
    throw new DrawbridgeError(
      'invalid_option',
      `The home "${home}" is not empty. Name another one with --home, or say --force: the old one is then kept beside it.`,
    )
  }
  const staging = `${home}${restoringMark}${randomBytes(8).toString('hex')}`
  try {
    await mkdir(dirname(home), { recursive: true, mode: 0o700 })
    await mkdir(staging, { mode: 0o700 })
  } catch (error) {
    throw refused(home, error)
  }
  return {
    staging,
    put: async () => {
      const kept = isUsed ? `${home}${aside}` : undefined
      try {
        if (kept !== undefined) await rename(home, kept)
        await rename(staging, home).catch(async (error: unknown) => {
          if (kept !== undefined) await rename(kept, home)
          throw error
        })
        await syncFolder(dirname(home))
        return kept
      } catch (error) {
        throw refused(home, error)
      }
    },
    [Symbol.asyncDispose]: () => rm(staging, { recursive: true, force: true }),
  }
}

async function holdsSomething(home: string): Promise<boolean> {
  const there = await lstat(home).catch(() => undefined)
  if (there === undefined) return false
  if (there.isDirectory()) return (await readdir(home)).length > 0
  throw new DrawbridgeError('invalid_option', `There is a file at "${home}". Name another home with --home.`)
}

function refused(home: string, error: unknown): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `The home "${home}" cannot be put into its place: ${errorMessage(error)}. The folder above it must be yours to write, and the home no disk of its own: name a folder on that disk with --home.`,
    { cause: error },
  )
}
