/** The largest text that is analysed, in UTF-16 units. */
export const maximumTextLength = 65_536

/** Ranges of code points that a reader, a terminal and a shell understand differently. Tab and newline are between them. */
const invisible: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x1f],
  [0x7f, 0xa0],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x2800, 0x2800],
  [0x3000, 0x3000],
  [0x3164, 0x3164],
  // Half of a surrogate pair: written out, it becomes another character.
  [0xd800, 0xdfff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
  [0x1bca0, 0x1bca3],
  [0x1d173, 0x1d17a],
  [0xe0000, 0xe0fff],
]

const isInvisible = (code: number): boolean => invisible.some(([first, last]) => code >= first && code <= last)

/** `if<(a)` is one word to bash, and a keyword and a substitution to the parser. */
const gluedKeyword =
  /(?:^|[\s;&|(])(?:if|then|elif|else|fi|do|done|case|esac|in|while|until|for|select|function|time|coproc|[{}!]|\[\[)[<>]\(/

/**
 * Returns the reason that a text must not be judged harmless, whatever it parses to. Either it is too long, or it holds characters
 * that a reader, a terminal and a shell understand differently: control characters, carriage return, bidirectional marks,
 * zero-width and non-ASCII blanks. Returns `undefined` if there is no such reason.
 */
export function textHazard(text: string): string | undefined {
  if (text.length > maximumTextLength) return `the text is longer than ${maximumTextLength} characters`
  if (gluedKeyword.test(text))
    return 'a keyword stands against a substitution, which the parser and bash read differently'
  const code = firstInvisible(text)
  if (code === undefined) return undefined
  return `the text holds the invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

function firstInvisible(text: string): number | undefined {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0
    const printable = (code >= 0x20 && code < 0x7f) || code === 0x0a || code === 0x09
    if (!printable && isInvisible(code)) return code
    if (code > 0xffff) index += 1
  }
  return undefined
}
