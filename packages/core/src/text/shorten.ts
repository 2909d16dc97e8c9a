/**
 * Returns a text that has at most `most` UTF-16 units, or the beginning of a longer one and an ellipsis. It cuts no
 * character in half, since databases and other programs refuse half of one.
 */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const isHalved = (text.codePointAt(most - 1) ?? 0) > 0xffff
  return `${text.slice(0, isHalved ? most - 1 : most)}…`
}

/**
 * Returns the text in at most `limit` characters and a note on how many are left out of its middle. Its beginning gets
 * two thirds of the room.
 */
export function shortenMiddle(text: string, limit: number): string {
  const characters = Array.from(text)
  if (characters.length <= limit) return text
  const end = Math.floor(limit / 3)
  const start = limit - end
  const left = characters.length - limit
  return `${characters.slice(0, start).join('')} [... ${left} more characters ...] ${characters.slice(characters.length - end).join('')}`
}
