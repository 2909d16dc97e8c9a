/**
 * Returns a link for Markdown: absolute, or within the page. Undefined for links that a model cannot follow
 * (`javascript:`, `data:`, unreadable).
 */
export function linkUrl(href: string | undefined, base: string): string | undefined {
  const trimmed = href?.trim() ?? ''
  if (trimmed === '') return undefined
  if (trimmed.startsWith('#')) return escapeUrl(trimmed)
  const url = URL.parse(trimmed, base)
  return url !== null && /^(?:https?|mailto|ftp|tel):$/.test(url.protocol) ? escapeUrl(url.href) : undefined
}

/** Characters that would end a Markdown link or that no URL holds. */
function escapeUrl(url: string): string {
  return url.replace(/[\s()<>"\\`|\p{Cc}]/gu, (character) => {
    const written = encodeURIComponent(character)
    return written === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : written
  })
}
