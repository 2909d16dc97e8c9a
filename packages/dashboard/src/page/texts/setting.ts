/** Returns a setting of this browser; undefined if it was never set, or outside a browser. */
export function readSetting(name: string): string | undefined {
  if (typeof localStorage === 'undefined') return undefined
  return localStorage.getItem(name) ?? undefined
}
