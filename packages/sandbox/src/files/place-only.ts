import { constants } from 'node:fs'
import { platform } from 'node:process'

/**
 * Linux' O_PATH, which Node does not name: a descriptor that only stands for a place and needs no permission to read. Elsewhere an
 * ordinary one.
 */
export const placeOnly = platform === 'linux' ? 0x20_0000 : constants.O_RDONLY

/** For a folder that is to stand for itself, whatever comes to its path. */
export const folderOnly = placeOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW
