const maxExcerpt = 160

/** Text for a message of ours: quoted, control characters made visible, cut at 160 characters. */
export function excerpt(text: string): string {
  const shown = cutLine(text)
  return shown.length > maxExcerpt ? `${JSON.stringify(shown.slice(0, -1))}…` : JSON.stringify(shown)
}

/** A line as it is, so that it can be copied, cut at 160 characters. */
export function cutLine(line: string): string {
  return line.length > maxExcerpt ? `${line.slice(0, maxExcerpt).toWellFormed()}…` : line
}
