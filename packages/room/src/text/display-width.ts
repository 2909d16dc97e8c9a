const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/** Returns the cells that a character takes on a terminal: none for combining marks and joiners, two for East Asian wide ones (UAX #11) and emoji. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (character.length === 1 && character < '\u0300') return 1
  if (/^[\p{M}\u200b-\u200d\u2060\ufeff]$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Returns the cells that a text without controls takes on a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}
