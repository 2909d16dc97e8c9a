function isLower(unit: number): boolean {
  return unit >= 97 && unit <= 122
}

function isUpper(unit: number): boolean {
  return unit >= 65 && unit <= 90
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

/** Returns true if a word of a name starts here: no letter precedes, or a capital follows a small letter (camel case). */
export function startsWord(text: string, start: number): boolean {
  const previous = text.charCodeAt(start - 1)
  if (isUpper(previous)) return false
  return !isLower(previous) || isUpper(text.charCodeAt(start)) || text.charCodeAt(start - 2) === 92
}

/**
 * Returns true if a keyword is a separate word; a short one must not have digits or a plural either, because base64 is
 * full of them.
 */
export function isWord(text: string, start: number, end: number): boolean {
  if (!startsWord(text, start) || isDigit(text.charCodeAt(start - 1))) return false
  const next = text.charCodeAt(end)
  if (end - start <= 4 && (isLower(next) || isUpper(next) || isDigit(next))) return false
  if (isUpper(next)) return isLower(text.charCodeAt(end - 1))
  return !isLower(next) || (next === 115 && !isLower(text.charCodeAt(end + 1)))
}

/** One of the last letters starts another word: `lastTokEnd` holds no token. */
export function hasHump(text: string, end: number, letters: number): boolean {
  for (let index = end - letters; index < end; index++) {
    if (isUpper(text.charCodeAt(index)) && isLower(text.charCodeAt(index - 1))) return true
  }
  return false
}

/** Returns true if a keyword is written in capitals up to its end. */
export function endsUpper(text: string, end: number): boolean {
  return isUpper(text.charCodeAt(end - 1))
}
