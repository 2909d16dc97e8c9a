import type { DeclaredTarget, Target } from '@drawbridge/core'
import { isWithin } from '@drawbridge/core/base'
import type { PathTarget, Reach } from '@drawbridge/core/target'
import type { TouchedPattern } from './command-analysis.ts'
import { metBelow } from './met-below.ts'
import { baseOf, type ListFolder, patternMatches } from './pattern-matches.ts'
import type { IsTracked } from './tracked-files.ts'

/** The disk access needed to tell what a command reaches. */
export interface ReachContext {
  readonly list: ListFolder
  readonly isSensitive: (path: string) => boolean
  /** Returns true if a rule denies a file that a pattern matches, or one below it. */
  readonly isDenied: (path: string, touched: TouchedPattern) => boolean
  readonly isTracked: () => IsTracked
  /** Returns the target of a link that a program opens. */
  readonly follow: (link: string) => Target | undefined
  /** Returns false for files that a view hides, which no program meets. */
  readonly isShown: (path: string) => boolean
}

/** Beyond this many names, those that matter by themselves are targets of their own, and the rest is their folder. */
const maxNames = 200

/** Returns the current matches of a pattern: each name is a target, since a rule may be about any of them. */
export function targetsOfPattern(touched: TouchedPattern, context: ReachContext): readonly DeclaredTarget[] {
  const { pattern, access, recursive = false, reach, isBare = false, isLater = false } = touched
  const { paths, isCut } = patternMatches(pattern, context.list, reach.hidden)
  const noted =
    paths.length <= maxNames
      ? paths
      : paths.filter(({ path, isLink }) => isLink || context.isSensitive(path) || context.isDenied(path, touched))
  const base = baseOf(pattern)
  const below = (path: string) => path.slice(base === '/' ? 1 : base.length + 1)
  const options = isBare && paths.some(({ path }) => below(path).startsWith('-'))
  const several = paths.some(({ path }) => becomesSeveral(below(path), reach))
  const isWhole = noted.length === paths.length && !isCut && !isLater
  return [
    ...noted.slice(0, maxNames).map(({ path }) => ({ kind: 'path', path, access, recursive, reach }) as const),
    ...(isCut || noted.length > maxNames ? [unknown(`"${pattern}" may match too many files to examine`)] : []),
    ...(options ? [unknown(`"${pattern}" matches a name that a program would read as an option`)] : []),
    ...(several ? [unknown(`"${pattern}" matches a name that would be read as several words`)] : []),
    ...(isWhole ? [] : restOf(base, touched)),
  ]
}

/** Reading any of a folder's files is judged as reading the folder; what is changed there has to be known by name. */
function restOf(base: string, { pattern, access }: TouchedPattern): readonly DeclaredTarget[] {
  if (access === 'write' || access === 'delete') return [unknown(`"${pattern}" may match more by the time it runs`)]
  return [
    { kind: 'path', path: base, access, recursive: true, reach: { hidden: false, followsLinks: false, names: [] } },
  ]
}

/**
 * Returns the entries in a recursively read folder that are judged on their own: credentials, and the targets of links.
 */
export function targetsBelow(
  declared: Extract<DeclaredTarget, { kind: 'path' }>,
  target: PathTarget,
  context: ReachContext,
): readonly DeclaredTarget[] {
  if (target.access !== 'read' || !target.recursive || target.sensitive || declared.reach?.names?.length === 0)
    return []
  const { reach } = declared
  const { isSensitive, list } = context
  const isKept = reach?.tracked === true ? context.isTracked() : () => true
  const { sensitive, links, several, isCut } = metBelow(target.real, {
    isSensitive: (path) => isSensitive(path) && isKept(path),
    isSeveral: (path) => becomesSeveral(path.slice(target.real.length), reach) && isKept(path),
    reach,
    list,
  })
  const led = links.flatMap((link) => context.follow(link) ?? []).filter((led) => leadsOn(led, target.real))
  const paths = [...sensitive, ...led.flatMap((led) => (led.kind === 'path' ? [led.declared] : []))]
  return [
    ...paths.filter(context.isShown).map((path) => ({ kind: 'path', path, access: 'read' }) as const),
    ...(several === undefined ? [] : [unknown(`the name "${several}" would be read as several words`)]),
    ...(isCut ? [unknown(`"${target.declared}" contains too many files to examine`)] : []),
  ]
}

/** Returns true if a name is more than one word to the command that is given it, so that it may mean any other file. */
function becomesSeveral(name: string, { breaks }: Partial<Reach> = {}): boolean {
  return breaks !== undefined && (breaks === 'blank' ? /[ \t\n]/ : /\n/).test(name)
}

function leadsOn(led: Target, folder: string): boolean {
  return led.kind !== 'path' || led.sensitive || !isWithin(led.real, folder)
}

function unknown(why: string): DeclaredTarget {
  return { kind: 'dynamic', of: 'path', why }
}
