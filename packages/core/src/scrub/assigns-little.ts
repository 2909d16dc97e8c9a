import { characterSet } from './character-sets.ts'
import { endsUpper } from './name-words.ts'

/** Ends of a word behind which neither a type, a string, nor the rest of a value can follow. */
const wordEnds = characterSet([], '\r\n,;)]}&|<')
/** No vendor's value is shorter than one more, so that fewer small letters alone are a word. */
const longestWord = 13
const shortestValue = 6

/**
 * A first look behind a keyword that an operator follows at once: whether what is assigned is too short for a secret, or
 * a word in small letters. True only where no rule could find anything, whatever follows: most assignments of code
 * end here.
 */
export function assignsLittle(text: string, keywordEnd: number): boolean {
  const operator = text.charCodeAt(keywordEnd)
  if (operator !== 61 && operator !== 58) return false
  let start = keywordEnd + 1
  if (text.charCodeAt(start) === 32) start++
  const quote = text.charCodeAt(start)
  const quoted = quote === 34 || quote === 39 || quote === 96
  if (quoted) start++
  const limit = start + longestWord + 1
  let end = start
  while (end < limit && isSmallLetter(text.charCodeAt(end))) end++
  if (end === start || end === limit) return false
  const length = end - start
  const stop = text.charCodeAt(end)
  if (quoted) return stop === quote && length < shortestValue
  if (stop === 61 || stop === 58) return length < shortestValue && length > 2
  return wordEnds[stop] === 1 && (length < shortestValue || !endsUpper(text, keywordEnd))
}

function isSmallLetter(unit: number): boolean {
  return unit >= 97 && unit <= 122
}
