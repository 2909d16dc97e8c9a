const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u

/** Cells that a character takes on a terminal: none for combining marks, two for East Asian wide ones (UAX #11) and emoji. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (/^\p{M}$/u.test(character)) return 0
  return wide.test(character) ? 2 : 1
}

/** Cells that a text without controls takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += characterWidth(character)
  return width
}
