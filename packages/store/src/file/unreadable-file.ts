import { DrawbridgeError } from '@drawbridge/core'

/** That what a session's file holds is missing from what was asked for. */
export function unreadableFile(path: string, reason: string): DrawbridgeError {
  const wayOut = 'Make it readable, or move it away.'
  return new DrawbridgeError('store_unavailable', `The session's file ${path} cannot be read: ${reason}. ${wayOut}`)
}
