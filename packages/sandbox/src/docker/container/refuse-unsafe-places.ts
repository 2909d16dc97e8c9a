import { realpath } from 'node:fs/promises'
import { DrawbridgeError } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { SandboxProfile } from '../../backend/sandbox-profile.ts'
import { isSensitivePath } from '../../path/sensitive-path.ts'
import type { PathFacts } from './path-facts.ts'
import { placesOf } from './plan-mounts.ts'

/** Paths that would expose the machine: its settings, kernel, devices and service sockets. */
const systemFolders = [
  '/etc',
  '/proc',
  '/sys',
  '/dev',
  '/run',
  '/var/run',
  '/boot',
  '/var/lib/docker',
  '/var/lib/containers',
]
/** Paths that the engine and we use ourselves. */
const reservedInside = ['/proc', '/sys', '/dev', '/etc', '/run']

export interface UnsafePlaceOptions {
  /** Closed as a whole; folders in them, such as a workspace, may be places. */
  readonly homes: readonly string[]
  /** No folder that holds one may be a place. */
  readonly sockets: readonly string[]
}

/**
 * Throws `invalid_option` for a profile that would hand a container more than folders and files of a user: parts of the system, a
 * home as a whole, credentials, sockets, devices, or a path that leads elsewhere than it says.
 */
export async function refuseUnsafePlaces(
  profile: SandboxProfile,
  facts: PathFacts,
  { homes, sockets }: UnsafePlaceOptions,
): Promise<void> {
  for (const { host, inside } of placesOf(profile)) {
    const refuse = (reason: string): never => {
      throw new DrawbridgeError(
        'invalid_option',
        `"${host}" cannot be put into a sandbox: ${reason}. Give another folder.`,
      )
    }
    const exposed = systemFolders.find((folder) => isWithin(folder, host) || isWithin(host, folder))
    if (exposed !== undefined) refuse(`"${exposed}" belongs to the system`)
    if (homes.some((home) => isWithin(host, home))) refuse('it contains a whole home folder')
    if (sockets.some((socket) => isWithin(host, socket))) refuse("it contains the container engine's socket")
    if (isSensitivePath(host, { userHome: homes[0] })) refuse('it contains credentials')
    if (facts.get(host)?.kind === 'other') refuse('it is a socket, pipe or device')
    if (facts.get(host)?.kind === 'link' || (await leadsTo(host)) !== host) refuse('it leads to another place')
    if (inside === '/' || reservedInside.some((folder) => isWithin(folder, inside))) {
      refuse(`"${inside}" belongs to the sandbox itself`)
    }
  }
}

/** A missing path leads nowhere else. */
async function leadsTo(path: string): Promise<string> {
  return realpath(path).catch(() => path)
}
