/**
 * Returns the name of the session's cookie. Over plain HTTP it has the port in it, because browsers share cookies between the ports of a
 * machine and two gateways would sign each other out.
 */
export function cookieNameOf({ isSecure, port }: { readonly isSecure: boolean; readonly port: number }): string {
  return isSecure ? '__Host-drawbridge' : `drawbridge_${port}`
}

/** Returns the header that sets the cookie. @param maxAgeSeconds 0 removes it. */
export function cookieHeader(
  name: string,
  { value, maxAgeSeconds }: { readonly value: string; readonly maxAgeSeconds: number },
): string {
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}${secure}; HttpOnly; SameSite=Strict`
}

/** Reads one cookie. Undefined if it is not there, or there twice: one of the two is somebody else's. */
export function readCookie(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${name}=`))
    .map((each) => each.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}
