/**
 * Returns a text that has at most `most` UTF-16 units, or the beginning of a longer one and an ellipsis. It cuts no
 * character in half, since databases and other programs refuse half of one.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const isHalved = (text.codePointAt(most - 1) ?? 0) > 0xffff
  return `${text.slice(0, isHalved ? most - 1 : most)}…`
}
