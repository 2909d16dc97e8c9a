import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { DrawbridgeError } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { SandboxProfile } from '../backend/sandbox-profile.ts'

/** The machine's own folders: nothing of them is granted beyond what every sandbox reads. */
const systemFolders = ['/etc', '/proc', '/sys', '/dev', '/run', '/var/run', '/boot']
/** The folders of the machine's programs: anyone who writes there decides what all users run. */
const programFolders = [
  '/usr/bin',
  '/usr/sbin',
  '/usr/lib',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/bin',
  '/sbin',
  '/lib',
]
/** Sockets through which a container service gives away the whole machine. */
const serviceSockets = /\/(docker|podman|containerd|crio)\.sock$/

/**
 * Throws `invalid_option` if a profile asks for something that no sandbox provides. Pure, except that it checks whether the folders
 * exist.
 */
export function checkProfile(profile: SandboxProfile, userHome: string): void {
  const { workspace, mounts } = profile
  for (const mount of [...(workspace.access === 'none' ? [] : [workspace]), ...mounts]) {
    const reason = whyNot(mount.host, userHome) ?? (mount.access === 'write' ? whyNotWritten(mount.host) : undefined)
    if (reason !== undefined)
      throw new DrawbridgeError('invalid_option', `"${mount.host}" cannot be put into a sandbox: ${reason}.`)
  }
  for (const { host, inside } of [workspace, ...mounts]) {
    const isTemporary = inside === '/tmp' && ![workspace, ...mounts].some((other) => isWithin('/tmp/', other.inside))
    if (host !== inside && !isTemporary) {
      throw new DrawbridgeError(
        'invalid_option',
        `"${host}" cannot be mounted at "${inside}": in bubblewrap everything keeps its own path, except a /tmp with nothing else in it.`,
      )
    }
  }
}

function whyNot(path: string, userHome: string): string | undefined {
  if (path === '/' || dirname(path) === '/proc') return 'it is the machine itself'
  if (isWithin(path, userHome)) return "it is or contains the user's home"
  const system = overlapping(systemFolders, path)
  if (system !== undefined) return `it is in or contains "${system}"`
  if (serviceSockets.test(path)) return 'it leads to a service that can do anything on this machine'
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return 'it does not exist'
  if (stat.isSymbolicLink()) return 'it is a symbolic link; give the real path'
  return stat.isSocket() ? 'it is a socket' : undefined
}

function whyNotWritten(path: string): string | undefined {
  const folder = overlapping(programFolders, path)
  return folder === undefined ? undefined : `it is in or contains "${folder}", and would be writable`
}

function overlapping(folders: readonly string[], path: string): string | undefined {
  return folders.find((folder) => isWithin(folder, path) || isWithin(path, folder))
}
