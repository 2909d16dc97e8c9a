import type { Target } from '@drawbridge/core'
import { escapeToOneLine, isWithin } from '@drawbridge/core/base'

const maxNamed = 3

/**
 * Returns a remark about files that a command wrote into the home of a sandbox, which is empty and ends with the command: its result looks
 * as if they were kept. Pure.
 */
export function lostWriteRemarks(
  targets: readonly Target[],
  { home, isShown }: { readonly home: string | undefined; isShown(real: string): boolean },
): readonly string[] {
  if (home === undefined) return []
  const lost = targets.flatMap((target) =>
    target.kind === 'path' && target.access === 'write' && isWithin(home, target.real) && !isShown(target.real)
      ? [`"${escapeToOneLine(target.declared)}"`]
      : [],
  )
  if (lost.length === 0) return []
  const named = [...new Set(lost)].slice(0, maxNamed).join(', ')
  return [
    `The home in this sandbox is empty and ends with the command, so that nothing written there is kept: ${named}. Write to the workspace instead, or ask the user: the operator can open a folder ("permissions": { "writeRoots": […] }).`,
  ]
}
