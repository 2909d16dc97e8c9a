import { quote, type Refusal, refuse } from '../refusal.ts'

/** Longest URL, in UTF-16 units: above what signed download links need. */
const maxUrlLength = 8192

/**
 * Refuses what parsers read differently, before any of them has repaired it: the WHATWG parser drops tabs and line
 * breaks, turns back-slashes round and adds or removes slashes after the scheme.
 */
export function rawTextProblem(raw: string): Refusal | undefined {
  if (raw.length > maxUrlLength) {
    return refuse('url_too_long', `The URL has ${raw.length} characters, more than ${maxUrlLength}.`)
  }
  const shown = quote(raw)
  if (/\p{Cc}/u.test(raw))
    return refuse('control_character', `${shown} contains a control character. Percent-encode it.`)
  if (raw.includes('\\')) return refuse('backslash', `${shown} contains a back-slash. Write "/" or "%5C".`)
  const [, scheme, slashes = '', authority = ''] = /^ *([a-z][a-z0-9+.-]*:)?(\/*)([^/?#]*)/i.exec(raw) ?? []
  if (scheme !== undefined && !/^https?:$/i.test(scheme)) {
    return refuse('scheme', `${shown} has the scheme "${scheme.slice(0, 40)}". Only http: and https: are fetched.`)
  }
  if (slashes.length > 2 || (scheme !== undefined && slashes.length !== 2)) {
    return refuse('invalid_url', `${shown} does not have exactly two slashes before its host.`)
  }
  if (slashes.length === 2 && authority.includes('@')) {
    return refuse('user_info', 'The URL contains a user name or password before "@". Leave them out.')
  }
  return undefined
}
