import { isSensitiveFile } from '@drawbridge/core/machine'

export interface SensitivePathOptions {
  /** The user's home folder, absolute and real. */
  readonly userHome?: string | undefined
  /** What the operator says of a real path; undefined where nothing is said. Counts more than place and name. */
  readonly sensitivity?: ((real: string) => boolean | undefined) | undefined
}

/**
 * Whether a path holds credentials: by the operator's word, else by the one table of names and places that commands are judged by
 * as well. Pure: `real` is absolute and already free of links.
 */
export function isSensitivePath(real: string, { userHome, sensitivity }: SensitivePathOptions): boolean {
  return sensitivity?.(real) ?? isSensitiveFile(real, userHome)
}
