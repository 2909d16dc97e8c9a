import { escapeToOneLine } from '@drawbridge/core/base'
import { stripInvisible } from '@drawbridge/core/untrusted'

const maxLength = 300

/** Returns an error's own words in one line that no terminal and no reader takes for something else. */
export function errorMessageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const said = typeof error === 'object' && error !== null && 'said' in error ? ` It wrote: ${String(error.said)}` : ''
  const text = escapeToOneLine(stripInvisible(`${message}${said}`.trim()))
  const short = text.length <= maxLength ? text : `${text.slice(0, maxLength - 3)}...`
  return /[.!?]$/.test(short) ? short : `${short}.`
}
