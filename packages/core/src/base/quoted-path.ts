/** Characters that would break a line of a listing or stay unseen in it. */
const unprintable = /[\p{Cc}\u2028\u2029]/u
const eachUnprintable = new RegExp(unprintable, 'gu')

/**
 * Returns a path as one line of text: as it is, or between quotes with JSON's escapes if it holds control characters or begins
 * with a quote. Every tool that accepts a path accepts both (see {@link unquotedPath}).
 */
export function quotedPath(path: string): string {
  if (!unprintable.test(path) && !path.startsWith('"')) return path
  return JSON.stringify(path).replaceAll(
    eachUnprintable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns the path that {@link quotedPath} wrote; any other text is the path itself. */
export function unquotedPath(text: string): string {
  if (!(text.length > 2 && text.startsWith('"') && text.endsWith('"'))) return text
  try {
    const path: unknown = JSON.parse(text)
    return typeof path === 'string' && !path.includes('\0') && quotedPath(path) === text ? path : text
  } catch {
    return text
  }
}
