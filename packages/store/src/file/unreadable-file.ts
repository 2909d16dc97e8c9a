import { DrawbridgeError } from '@drawbridge/core'

/** Creates the error for a session's file whose content is missing from a result. */
export function unreadableFile(path: string, reason: string): DrawbridgeError {
  const wayOut = 'Make it readable, or move it away.'
  return new DrawbridgeError('store_unavailable', `The session's file ${path} cannot be read: ${reason}. ${wayOut}`)
}
