import { accessSync, constants, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname } from 'node:path'
import { getuid } from 'node:process'
import { isWithin } from '@drawbridge/core/base'
import { findClosedPlaces } from './find-closed-places.ts'

/** The parts of this machine that concern every sandbox. All paths are real and exist. */
export interface MachineSurvey {
  readonly privateFolders: readonly string[]
  readonly hiddenFolders: readonly string[]
  readonly programFolders: readonly string[]
  /** Secrets of the system, which the number 0 may read without any capability. */
  readonly systemSecrets: readonly string[]
  /** The resolver configuration, if it is in a hidden folder. */
  readonly resolverFile?: string
}

export interface SurveyOptions {
  /** The user's home. Default: that of this process' user. */
  readonly userHome?: string | undefined
  /** Programs are looked for here. */
  readonly searchPath: string
}

const temporaryFolders = ['/tmp', '/var/tmp', '/dev/shm']
/** Homes of others, sockets of services, and what the kernel shows to its administrator. */
const closedFolders = [
  '/home',
  '/root',
  '/run',
  '/var/run',
  '/sys/kernel/debug',
  '/sys/kernel/tracing',
  '/sys/firmware',
]
/**
 * Files that only the administrator reads. A sandboxed program with that user number could read them even without
 * capabilities.
 */
const secretPlaces = [
  '/etc/shadow',
  '/etc/shadow-',
  '/etc/gshadow',
  '/etc/gshadow-',
  '/etc/sudoers',
  '/etc/sudoers.d',
  '/etc/ssl/private',
  '/etc/pki/tls/private',
  '/etc/NetworkManager/system-connections',
  '/etc/wireguard',
  '/etc/krb5.keytab',
  '/etc/kubernetes',
  '/var/lib/kubelet',
  '/var/lib/docker',
  '/var/lib/containers',
  '/var/lib/private',
  '/var/spool/cron',
]
/** Mail, logs and copies of the above change there all the time, so the whole folder is hidden if the user is the administrator. */
const administratorFolders = ['/var/backups', '/var/log', '/var/spool']
/** By their names empty: not worth a mount of their own. */
const lockFile = /^\.?(pwd\.)?lock(-frontend)?$/
const administrator = 0
const hostKey = /^ssh_host_.*_key$/

export function surveyMachine({ userHome = homedir(), searchPath }: SurveyOptions): MachineSurvey {
  const home = realFolders([userHome]).filter((path) => path !== '/')
  const privateFolders = [...realFolders(temporaryFolders), ...home]
  const hiddenFolders = realFolders(closedFolders).filter((path) => !home.includes(path))
  const covered = [...home, ...hiddenFolders]
  const resolver = realFile('/etc/resolv.conf')
  return {
    // Bubblewrap brings a folder for shared memory with its own devices.
    privateFolders: privateFolders.filter((path) => !isWithin('/dev', path)),
    hiddenFolders,
    programFolders: realFolders(searchPath.split(':'))
      .map(installationOf)
      .filter((path) => covered.some((folder) => isWithin(folder, path) && folder !== path)),
    // Files that this user cannot read need no mask.
    systemSecrets: [...new Set([...secretPlaces, ...hostKeys(), ...administratorPlaces()])].filter(isReadable),
    ...(resolver !== undefined && covered.some((folder) => isWithin(folder, resolver))
      ? { resolverFile: resolver }
      : {}),
  }

  /**
   * Returns the files that programs in a folder need in addition: all of `…/node/v24` for its `bin`. Not for folders
   * directly in the home, where `.local` and `.cargo` contain more than programs.
   */
  function installationOf(folder: string): string {
    const parent = dirname(folder)
    return basename(folder) === 'bin' && !home.includes(dirname(parent)) && !home.includes(parent) ? parent : folder
  }
}

/**
 * Returns system files that only the administrator reads, and that a program with that user number could read. Package
 * lists deep in /var number in the thousands.
 */
function administratorPlaces(): readonly string[] {
  if (getuid?.() !== administrator) return []
  const closed = [...findClosedPlaces('/etc', 6), ...findClosedPlaces('/var', 3)]
  const isApart = (path: string) => ![...administratorFolders, '/var/tmp'].some((folder) => isWithin(folder, path))
  return [...administratorFolders, ...closed.filter((path) => isApart(path) && !lockFile.test(basename(path)))]
}

function realFolders(paths: readonly string[]): readonly string[] {
  const real = paths.flatMap((path) => {
    try {
      const found = path.startsWith('/') ? realpathSync.native(path) : undefined
      return found !== undefined && lstatSync(found).isDirectory() ? [found] : []
    } catch {
      return []
    }
  })
  return [...new Set(real)]
}

function hostKeys(): readonly string[] {
  try {
    return readdirSync('/etc/ssh').flatMap((name) => (hostKey.test(name) ? [`/etc/ssh/${name}`] : []))
  } catch {
    return []
  }
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

function realFile(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
