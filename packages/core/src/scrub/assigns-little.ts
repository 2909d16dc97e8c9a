import { characterSet } from './character-sets.ts'
import { endsUpper } from './name-matcher.ts'

/** Ends of a word behind which neither a type, a string, nor the rest of a value can follow. */
const wordEnds = characterSet([], '\r\n,;)]}&|<')
/** No vendor's value is shorter than one more, so that fewer small letters alone are a word. */
const longestWord = 13
/** No rule takes anything shorter for a secret. */
const shortestSecret = 6

/**
 * Returns true if the value assigned right after a keyword is shorter than `shortest`, the least that any rule for the keyword
 * takes for a secret, or is a word in small letters. In these cases no rule can find anything, whatever follows. Most assignments
 * of code end here.
 */
export function assignsLittle(text: string, keywordEnd: number, shortest: number): boolean {
  const operator = text.charCodeAt(keywordEnd)
  if (operator !== 61 && operator !== 58) return false
  let start = keywordEnd + 1
  if (text.charCodeAt(start) === 32) start++
  const first = text.charCodeAt(start)
  if (first === 34 || first === 39 || first === 96) return closesBefore(text, start + 1, first, shortest)
  const limit = start + longestWord + 1
  let end = start
  while (end < limit && isSmallLetter(text.charCodeAt(end))) end++
  if (end === start || end === limit) return false
  const length = end - start
  const stop = text.charCodeAt(end)
  if (stop === 58 || (stop === 61 && operator === 61)) return length > 2 && !endsUpper(text, keywordEnd)
  return wordEnds[stop] === 1 && (length < shortestSecret || !endsUpper(text, keywordEnd))
}

/** Returns true if a quoted value ends within less than `shortest` units; an immediate quote may be one of three. */
function closesBefore(text: string, start: number, quote: number, shortest: number): boolean {
  for (let end = start; end < start + shortest; end++) {
    const unit = text.charCodeAt(end)
    if (unit === quote) return end > start
    if (unit === 92) return false
  }
  return false
}

function isSmallLetter(unit: number): boolean {
  return unit >= 97 && unit <= 122
}
