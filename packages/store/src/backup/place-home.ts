import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'
import { syncFolder } from './sync-folders.ts'

/** The part of a half-restored home's name that follows the home's own name. */
export const restoringMark = '.restoring-'

export interface HomePlaceOptions {
  readonly home: string
  /** True if a home with content may be set aside. */
  readonly force: boolean
  /** The name for the old home; it contains the time. */
  readonly aside: string
}

/** The folder where a home is completed before one rename moves it into place. */
export interface HomePlace extends AsyncDisposable {
  /** A folder next to the home. Removed on dispose, unless it was moved into place. */
  readonly staging: string
  /** Moves it into its place; resolves to the path at which the old home is kept. */
  put(): Promise<string | undefined>
}

/** @throws DrawbridgeError `invalid_option` for a home that is not empty, without `force`. */
export async function prepareHome({ home: given, force, aside }: HomePlaceOptions): Promise<HomePlace> {
  const home = await realpath(given).catch(() => resolve(given))
  const isUsed = await holdsSomething(home)
  if (isUsed && !force) {
    throw new DrawbridgeError(
      'invalid_option',
      `The home "${home}" is not empty. Name another one with --home, or use --force: the old one is then kept next to it.`,
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
  throw new DrawbridgeError('invalid_option', `"${home}" is a file. Name another home with --home.`)
}

function refused(home: string, error: unknown): DrawbridgeError {
  return new DrawbridgeError(
    'invalid_option',
    `The home "${home}" cannot be moved into place: ${errorMessage(error)}. The folder above it must be writable, and the home must not be a mount point: name a folder on that disk with --home.`,
    { cause: error },
  )
}
