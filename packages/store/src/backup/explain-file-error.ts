import { DrawbridgeError, errorMessage } from '@drawbridge/core'

/** Returns an error that a person can act on if a file or folder failed; otherwise the error itself. */
export function explainFileError(error: unknown, what: string): unknown {
  const full = `The disk has no space for ${what}. Free some space, or name a folder on another disk. Nothing was left behind.`
  // SQLite's own message would name a file that the caller never mentioned.
  if (DrawbridgeError.isInstance(error)) {
    return error.code === 'store_full' ? new DrawbridgeError('store_full', full, { cause: error }) : error
  }
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT')
    return new DrawbridgeError('store_full', full, { cause: error })
  return new DrawbridgeError(
    'invalid_option',
    `${errorMessage(error)}. So ${what} cannot be created; nothing was left behind.`,
    {
      cause: error,
    },
  )
}
