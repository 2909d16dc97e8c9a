import { isWithin } from './is-within.ts'

/** Folders of the operating system that hold what every program may read; Linux and macOS. */
const systemFolders = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib64',
  '/etc',
  '/opt',
  '/var',
  '/sys',
  '/proc',
  '/boot',
  '/nix',
  '/System',
  '/Library',
]

/** Below them, yet what users and services leave there: mail, jobs, temporary files, homes of services. */
const exceptions = ['/var/tmp', '/var/mail', '/var/spool', '/var/lib', '/var/log', '/var/folders']

/** Whether a path belongs to the operating system and not to a user. Pure: `real` is absolute and free of links. */
export function isSystemPath(real: string, { userHome }: { readonly userHome?: string | undefined }): boolean {
  if (userHome !== undefined && userHome !== '/' && isWithin(userHome, real)) return false
  return systemFolders.some((folder) => isWithin(folder, real)) && !exceptions.some((folder) => isWithin(folder, real))
}
