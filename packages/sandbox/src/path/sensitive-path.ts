import { isSensitiveFile } from '@drawbridge/core/machine'

/** The options of `isSensitivePath`. */
export interface SensitivePathOptions {
  /** The user's home folder, absolute and real. */
  readonly userHome?: string | undefined
  /** The operator's setting for a real path; undefined if there is none. It overrides place and name. */
  readonly sensitivity?: ((real: string) => boolean | undefined) | undefined
}

/**
 * Returns true if a path contains credentials: by the operator's setting, else by the table of names and places that
 * commands are judged by too. Pure: `real` is absolute and free of links.
 */
export function isSensitivePath(real: string, { userHome, sensitivity }: SensitivePathOptions): boolean {
  return sensitivity?.(real) ?? isSensitiveFile(real, userHome)
}
