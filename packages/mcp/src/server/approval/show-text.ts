/** Characters that could redraw, reorder or fake lines of what a person is shown. */
const unshowable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/**
 * Text of others, safe to set in front of a person who has to decide on it: one line, every character visible, cut between
 * characters to `limit` of them with the rest counted.
 */
export function showText(text: string, limit: number): string {
  // Twice the limit in UTF-16 units holds every character that can be shown, so a huge text is not walked whole.
  const characters = Array.from(text.slice(0, 2 * limit + 2))
  const shown = characters.slice(0, limit).join('')
  const rest = text.length - shown.length
  const visible = shown.replaceAll(unshowable, escapeCharacter)
  return rest === 0 ? visible : `${visible}… (${rest} more)`
}

function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}
