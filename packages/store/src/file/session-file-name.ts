import { createHash } from 'node:crypto'

/** Longest name that every file system takes, less the ending. */
const maxLength = 200

/**
 * The name of a session's file: its key with every character that a file name should not hold percent-encoded. A key that is
 * too long for that, or no well-formed text, keeps its beginning and gets a hash.
 */
export function sessionFileName(session: string): string {
  const encoded = encodeURIComponent(session.toWellFormed()).replaceAll('.', '%2E').replaceAll('*', '%2A')
  if (encoded.length <= maxLength && session.isWellFormed()) return `${encoded}.jsonl`
  const hash = createHash('sha256')
    .update(session, session.isWellFormed() ? 'utf8' : 'utf16le')
    .digest('hex')
    .slice(0, 16)
  return `${encoded.slice(0, maxLength - 17).replace(/%[0-9A-F]?$/, '')}-${hash}.jsonl`
}
