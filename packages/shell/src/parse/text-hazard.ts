/** The largest text that is analysed, in UTF-16 units. */
export const maximumTextLength = 65_536

const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not pass
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]/

/**
 * Why a text must not be judged harmless whatever it parses to: too long, or holding characters that a reader, a
 * terminal and a shell understand differently (control characters, carriage return, bidirectional marks, zero-width
 * and non-ASCII blanks). `undefined` when there is no such reason.
 */
export function textHazard(text: string): string | undefined {
  if (text.length > maximumTextLength) return `the text is longer than ${maximumTextLength} characters`
  const found = invisible.exec(text)
  if (found === null) return undefined
  const code = found[0].codePointAt(0) ?? 0
  return `the text holds the invisible character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
