import { escapeToOneLine } from '@drawbridge/core/base'

/**
 * Text of others, safe to set in front of a person who has to decide on it: one line, every character visible, cut between
 * characters to `limit` of them with the rest counted.
 */
export function showText(text: string, limit: number): string {
  // Twice the limit in UTF-16 units holds every character that can be shown, so a huge text is not walked whole.
  const characters = Array.from(text.slice(0, 2 * limit + 2))
  const shown = characters.slice(0, limit).join('')
  const rest = text.length - shown.length
  const visible = escapeToOneLine(shown)
  return rest === 0 ? visible : `${visible}… (${rest} more)`
}
