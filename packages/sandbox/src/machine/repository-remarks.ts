import { escapeUnprintable } from '@drawbridge/core/base'
import type { NewRepositories } from './new-repositories.ts'

const maxNamed = 5
/** Only the end of each name is shown, because its creator chose it. */
const maxNameLength = 100

/**
 * Returns remarks about repositories that a program created: git outside the sandbox obeys their hooks and settings.
 * Pure.
 */
export function repositoryRemarks(
  { found, isCut }: NewRepositories,
  nameOf: (real: string) => string,
): readonly string[] {
  if (found.length === 0 && !isCut) return []
  const names = found.slice(0, maxNamed).map((path) => `"${escapeUnprintable(nameOf(path)).slice(-maxNameLength)}"`)
  const more = found.length - names.length
  const made = `New git repositories since it started: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
  const unseen = 'It created too many files to search all of them for new git repositories.'
  return [
    ...(found.length > 0 ? [made] : []),
    ...(isCut ? [unseen] : []),
    'Git outside the sandbox obeys their hooks and settings: tell the user, who should check those before using git there or adding them to another repository.',
  ]
}
