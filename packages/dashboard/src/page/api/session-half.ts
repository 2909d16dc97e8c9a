const key = 'drawbridge.session'

/**
 * Returns the half of the session that only this origin can read; undefined before a login. The other half is a cookie, which
 * browsers send to every port of this host.
 */
export function readSessionHalf(): string | undefined {
  return localStorage.getItem(key) ?? undefined
}

/** Keeps or forgets this origin's half of the session. */
export function keepSessionHalf(half: string | undefined): void {
  if (half === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, half)
}
