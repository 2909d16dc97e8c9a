import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'

/**
 * The folder that tools work in, real: the given one, else the current one. Refused where it is no folder, and where it is `/` or
 * the user's home, since everything below it would be the agent's.
 */
export function resolveWorkspace(folder: string | undefined): string {
  const wanted = resolve(folder ?? '.')
  const real = realFolder(wanted)
  if (real === undefined)
    throw new DrawbridgeError('invalid_option', `The workspace "${wanted}" is not an existing folder.`)
  if (real === '/' || real === realFolder(homedir())) {
    throw new DrawbridgeError(
      'invalid_option',
      `"${real}" is too much to be a workspace. Change into a project's folder, or name one with --workspace.`,
    )
  }
  return real
}

function realFolder(folder: string): string | undefined {
  try {
    const real = realpathSync(folder)
    return statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}
