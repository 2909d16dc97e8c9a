import { setImmediate } from 'node:timers/promises'
import { fail } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { PathDenials } from '@drawbridge/core/target'
import type { LinkProbe } from '../path/link-probe.ts'
import { isKept, protectedOfRepository } from '../path/protected-write.ts'
import { resolveRealPath } from '../path/resolve-real-path.ts'
import { type ListedEntry, type ListFolder, listFolder } from '../target/pattern-matches.ts'

/** The files in shown folders that a sandbox has to hide or protect. Real paths. */
export interface Survey {
  readonly masked: readonly string[]
  /** Below the top of the folders: there names are protected whether they exist or not. */
  readonly readOnly: readonly string[]
  /** Every folder that was looked into, and those that may become the `.git` of a repository. */
  readonly folders: readonly string[]
  /** The `.git` of every repository that is there. */
  readonly repositories: readonly string[]
}

export interface SurveyOptions {
  readonly isHidden: (real: string) => boolean
  /** Paths that rules deny to the call. */
  readonly denials?: PathDenials | undefined
  readonly probe: LinkProbe
  readonly list?: ListFolder
  /** The number of entries after which the survey gives up. */
  readonly maxEntries?: number
}

/** Installed code holds keys of its tests by the hundred, and no secret of this user. */
export const passedOver: ReadonlySet<string> = new Set(['node_modules'])
const maxFound = 1_000
/** The number of entries read before other work gets its turn. */
const batchSize = 2_000

/**
 * Finds credentials and protected files below folders that programs will see. Links are not followed; a guarded name that is a link
 * stands for its target. Ends with `sandbox_unavailable` if there is too much to survey: what is not surveyed cannot be hidden.
 */
export async function surveyFolders(
  roots: readonly string[],
  { isHidden, denials, probe, list = listFolder, maxEntries = 500_000 }: SurveyOptions,
): Promise<Survey> {
  const outermost = roots.filter((root) => !roots.some((other) => other !== root && isWithin(other, root)))
  const masked = new Set<string>()
  const readOnly = new Set<string>()
  const repositories: string[] = []
  const folders = [...new Set(outermost)]
  const lookedInto: string[] = []
  let seen = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    lookedInto.push(folder)
    const entries = list(folder)
    const before = seen
    seen += entries.length
    if (Math.floor(before / batchSize) !== Math.floor(seen / batchSize)) await setImmediate()
    if (seen > maxEntries || masked.size + readOnly.size > maxFound) return tooMuch(outermost)
    for (const { name, kind } of entries) {
      const path = `${folder === '/' ? '' : folder}/${name}`
      if (name === '.git') (isRepository(path, kind, list) ? repositories : lookedInto).push(path)
      const isMasked = isHidden(path) || denials?.find(path, 'read', 'list') !== undefined
      if (isMasked) for (const real of meant(path, kind === 'link')) masked.add(real)
      else if (denials?.find(path, 'write', 'delete') !== undefined)
        for (const real of meant(path, kind === 'link')) readOnly.add(real)
      else if (kind === 'link' || (passedOver.has(name) && !mayHoldDenied(path))) continue
      else if (name === '.git' && kind === 'folder')
        for (const part of protectedOfRepository(folder)) readOnly.add(part)
      else {
        if (isKept(path, rootOf(folder))) readOnly.add(path)
        if (kind === 'folder') folders.push(path)
      }
    }
  }
  return { masked: [...masked], readOnly: [...readOnly], folders: lookedInto, repositories }

  function rootOf(folder: string): string {
    return outermost.find((root) => isWithin(root, folder)) ?? folder
  }

  /** Installed code is looked through only for what rules deny in it. */
  function mayHoldDenied(folder: string): boolean {
    return denials?.mayLieBelow(folder, 'read', 'list', 'write', 'delete') === true
  }

  /** A link cannot be covered, so its target is covered, if it is visible at all. */
  function meant(path: string, isLink: boolean): readonly string[] {
    if (!isLink) return [path]
    const resolved = resolveRealPath(path, { probe, followLast: true })
    const isThere = resolved.status === 'found' && resolved.entry.kind !== 'missing'
    return isThere && outermost.some((root) => isWithin(root, resolved.real) && root !== resolved.real)
      ? [resolved.real]
      : []
  }
}

/** An empty `.git` is not a repository: sandboxes themselves use one as a placeholder, so that none can be created. */
export function isRepository(path: string, kind: ListedEntry['kind'], list: ListFolder): boolean {
  return kind !== 'folder' || list(path).length > 0
}

function tooMuch(roots: readonly string[]): never {
  const places = roots.map((root) => `"${root}"`).join(', ')
  return fail(
    'sandbox_unavailable',
    `There are too many files below ${places} to find every credential that the sandbox has to hide. Choose a smaller workspace or fewer roots, or ask the operator to set "sandbox": { "workspace": "none" }.`,
  )
}
