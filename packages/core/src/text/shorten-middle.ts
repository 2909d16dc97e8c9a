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
