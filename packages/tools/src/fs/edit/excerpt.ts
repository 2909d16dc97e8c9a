const maxExcerpt = 160

/** One line of text for a message: quoted, control characters made visible, cut at 160 characters. */
export function excerpt(text: string): string {
  const isLong = text.length > maxExcerpt
  const shown = isLong ? text.slice(0, maxExcerpt).toWellFormed() : text
  return JSON.stringify(shown) + (isLong ? '…' : '')
}
