import { loginFileNames, protectedExamples } from '../guarded/index.ts'
import { matchesGlob } from '../word/matches-glob.ts'
import { isProtectedPath } from './protected-path.ts'

/** Names that a wildcard is tried with: every part of the path of each kind of file and folder that is protected. */
const candidates: readonly string[] = [
  ...new Set(['.drawbridge', ...protectedExamples, ...loginFileNames].flatMap((path) => path.split('/'))),
]

/**
 * Returns true if a glob may match a protected path: `.g?t/hooks/x`, `.*`. A wildcard matches a leading dot only if the
 * dot is written, unless `hidden` is true.
 */
export function mayFindProtected(pattern: string, hidden: boolean): boolean {
  if (isProtectedPath(pattern)) return true
  const parts = pattern.split('/')
  return parts.some((part, index) => {
    if (!/[*?[(]/.test(part)) return false
    const alternatives = part.includes('(')
    return candidates.some(
      (name) =>
        (hidden || alternatives || !name.startsWith('.') || part.startsWith('.')) &&
        (alternatives || matchesGlob(part, name)) &&
        isProtectedPath([...parts.slice(0, index), name, ...parts.slice(index + 1)].join('/')),
    )
  })
}
