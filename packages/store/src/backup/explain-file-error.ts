import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** What a person can act on, where a file or a folder fails; the error itself where something else does. */
export function explainFileError(error: unknown, what: string): unknown {
  const full = `There is no room for ${what}. Make room on its disk, or name a folder on another one. Nothing of it is left.`
  // Told by SQLite, it names a file that nobody has asked for.
  if (DrawbridgeError.isInstance(error)) {
    return error.code === 'store_full' ? new DrawbridgeError('store_full', full, { cause: error }) : error
  }
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new DrawbridgeError('store_full', full, { cause: error })
  return new DrawbridgeError(
    'invalid_option',
    `${errorMessage(error)}. So ${what} cannot be made; nothing of it is left.`,
    {
      cause: error,
    },
  )
}
