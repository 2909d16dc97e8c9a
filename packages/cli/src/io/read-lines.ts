import type { Readable } from 'node:stream'
import { readText } from './read-text.ts'

/** A line of the input without its end, or why it cannot be one. */
export type InputLine = { readonly text: string } | { readonly problem: string }

const byteOrderMark = '\ufeff'

/** Longest line that is kept, in UTF-16 units: well above what any command takes, well below what memory takes. */
const maxLineLength = 16 * 1024 * 1024

/**
 * The lines of a UTF-8 stream, without its byte order mark, ended by LF or CRLF. Blank ones are left out; one that is too long costs only itself.
 * Ends early, without an error, once the signal is aborted.
 */
export async function* readLines(
  stream: Readable,
  { signal, limit = maxLineLength }: { readonly signal?: AbortSignal; readonly limit?: number } = {},
): AsyncGenerator<InputLine> {
  let pending = ''
  let isTooLong = false
  let isFirst = true
  const end = (): InputLine | undefined => {
    const text = pending.endsWith('\r') ? pending.slice(0, -1) : pending
    const line = isTooLong ? { problem: `The line is longer than ${limit} characters.` } : { text }
    pending = ''
    isTooLong = false
    return 'problem' in line || line.text.trim() !== '' ? line : undefined
  }
  for await (const text of readText(stream, signal)) {
    const chunk = isFirst && text.startsWith(byteOrderMark) ? text.slice(1) : text
    isFirst &&= text === ''
    let start = 0
    for (let feed = chunk.indexOf('\n'); feed >= 0; feed = chunk.indexOf('\n', start)) {
      if (!isTooLong) pending += chunk.slice(start, feed)
      start = feed + 1
      isTooLong ||= pending.length > limit
      const line = end()
      if (line !== undefined) yield line
    }
    if (!isTooLong) pending += chunk.slice(start)
    isTooLong ||= pending.length > limit
    if (isTooLong) pending = ''
  }
  const last = end()
  if (last !== undefined) yield last
}
