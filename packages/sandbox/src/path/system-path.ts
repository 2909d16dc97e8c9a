import { isWithin } from '@drawbridge/core/base'
import { sharedFolders, systemFolders } from '@drawbridge/core/machine'

/** Left out here as well, because file tools read what they name: logs, and homes of services. */
const exceptions = [...sharedFolders, '/var/lib', '/var/log']

/**
 * Returns true if a path belongs to the operating system and not to a user. Pure: `real` is absolute and free of links.
 */
export function isSystemPath(real: string, { userHome }: { readonly userHome?: string | undefined }): boolean {
  if (userHome !== undefined && userHome !== '/' && isWithin(userHome, real)) return false
  return systemFolders.some((folder) => isWithin(folder, real)) && !exceptions.some((folder) => isWithin(folder, real))
}
