import { existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** The ways to name a data folder. */
export interface HomeSources {
  /** The value of `--home`. */
  readonly flag?: string | undefined
  /** Reads `DRAWBRIDGE_HOME`. Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the folder of Drawbridge's own data: the flag, else `DRAWBRIDGE_HOME`, else `~/.drawbridge`. Created with
 * mode 0700 if it is missing. No other code decides this. Throws `invalid_option` if it cannot be created, or if another user owns it
 * or could write to it.
 */
export function resolveHome(sources: HomeSources = {}): string {
  const home = homePath(sources)
  try {
    createFolders(home)
  } catch (error) {
    const reason = errorMessage(error)
    throw new DrawbridgeError(
      'invalid_option',
      `The data folder "${home}" cannot be created: ${reason} ${howToChoose}`,
      {
        cause: error,
      },
    )
  }
  assertPrivate(home)
  return home
}

/** Creates a folder and those above it, one by one: Node's recursive way never ends in a file system such as `/proc`. */
function createFolders(folder: string): void {
  if (existsSync(folder)) return
  createFolders(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it just now.
    if (!existsSync(folder)) throw error
  }
}

/** Returns the same path without creating or checking it. */
export function homePath({ flag, env = process.env }: HomeSources = {}): string {
  return resolve(firstGiven(flag, env.DRAWBRIDGE_HOME) ?? join(homedir(), '.drawbridge'))
}

const howToChoose = 'Choose another one with --home or DRAWBRIDGE_HOME.'

function firstGiven(...values: readonly (string | undefined)[]): string | undefined {
  return values.find((value) => value !== undefined && value !== '')
}

function assertPrivate(home: string): void {
  const { mode, uid } = statSync(home)
  const user = process.getuid?.()
  if (user !== undefined && uid !== user && user !== 0) {
    throw new DrawbridgeError(
      'invalid_option',
      `The data folder "${home}" belongs to another user (id ${uid}). ${howToChoose}`,
    )
  }
  if ((mode & 0o022) !== 0) {
    const bits = (mode & 0o777).toString(8)
    throw new DrawbridgeError(
      'invalid_option',
      `Other users can write the data folder "${home}" (mode ${bits}). Run: chmod 700 "${home}"`,
    )
  }
}
