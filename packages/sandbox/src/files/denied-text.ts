import type { PathDenial } from '@drawbridge/core/target'

/** Says that a rule keeps a path from the call. */
export function deniedText(path: string, { rule, source, reason }: PathDenial): string {
  const why = reason === undefined ? '' : `${reason} `
  return `${why}"${path}" is denied. Rule: ${rule} (${source}). Use another path.`
}
