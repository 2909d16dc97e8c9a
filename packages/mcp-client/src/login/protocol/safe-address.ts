import { escapeToOneLine } from '@drawbridge/core/base'
import { LoginError } from './login-error.ts'

/** Returns true if an address of the login is not sent in the clear: https, or this machine itself. */
export function isSafeAddress(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** @throws LoginError `unsafe_address` that names the place and the address. */
export function needSafeAddress(what: string, text: string): void {
  if (isSafeAddress(text)) return
  const shown = escapeToOneLine(text.slice(0, 200))
  throw new LoginError('unsafe_address', `${what} is ${JSON.stringify(shown)}. It must be an https address.`)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}
