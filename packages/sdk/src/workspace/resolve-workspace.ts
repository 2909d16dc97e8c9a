import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'

/**
 * Returns the real path of the folder that tools work in: the given one, else the current one. Throws `invalid_option` for a path that
 * is not a folder, and for `/` and the user's home, since everything below would belong to the agent.
 */
export function resolveWorkspace(folder: string | undefined): string {
  const wanted = resolve(folder ?? '.')
  const real = realFolder(wanted)
  if (real === undefined)
    throw new DrawbridgeError('invalid_option', `The workspace "${wanted}" is not an existing folder.`)
  if (real === '/' || real === realFolder(homedir())) {
    throw new DrawbridgeError(
      'invalid_option',
      `"${real}" is too large a folder for a workspace. Change to a project's folder, or name one with --workspace.`,
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
