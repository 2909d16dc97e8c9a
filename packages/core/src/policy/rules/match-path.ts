import picomatch from 'picomatch'
import type { PathAccess, PathTarget, Target } from '../../target/target.ts'
import { type Match, mayBe, type TargetMatcher } from './target-matcher.ts'

/** What relative and `~` paths of a policy mean. Both absolute. */
export interface PolicyPlace {
  readonly workspace: string
  readonly userHome: string
}

/** A glob over real paths. */
export interface PathGlob {
  /** Absolute. */
  readonly glob: string
  /** The folder below which everything lies that the glob can match. */
  readonly base: string
  /** The last part has no wildcard. */
  readonly namesFile: boolean
  matches(path: string): boolean
}

/** Compiles `src/**`, `~/notes/*` or `/data/x`. Dots are ordinary characters; `!` and brackets have their usual meaning in globs. */
export function compilePathGlob(text: string, { workspace, userHome }: PolicyPlace): PathGlob {
  const glob = absolute(text, workspace, userHome)
  const { base } = picomatch.scan(glob)
  const lastPart = glob.slice(glob.lastIndexOf('/') + 1)
  return {
    glob,
    base: base === '' ? '/' : base.replaceAll(/\\(.)/g, '$1'),
    namesFile: !picomatch.scan(lastPart).isGlob,
    matches: picomatch(glob, { dot: true, nonegate: true, strictSlashes: false }),
  }
}

function absolute(text: string, workspace: string, userHome: string): string {
  if (text.startsWith('/')) return text
  if (text === '~' || text.startsWith('~/')) return `${escapeGlob(userHome)}${text.slice(1)}`
  return `${escapeGlob(workspace)}/${text.replace(/^\.\//, '')}`
}

/** A folder's name may hold what a glob would read as a wildcard. */
function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@]/g, '\\$&')
}

/** A name below a folder that no operator spells out: what matches it matches everything there. */
const anyName = '\u{10FFFD}'

export function matchPath(
  globs: readonly PathGlob[] | undefined,
  accesses: ReadonlySet<PathAccess> | undefined,
): TargetMatcher {
  const rightAccess = (target: Target): target is PathTarget =>
    target.kind === 'path' && (accesses === undefined || accesses.has(target.access))
  return {
    kind: 'path',
    isGeneral: globs === undefined,
    covers: (target) => rightAccess(target) && (globs === undefined || globs.some((glob) => coversPath(glob, target))),
    touches: (target) => {
      if (!rightAccess(target)) return mayBe(target, 'path') ? 'maybe' : 'no'
      const found = globs?.map((glob) => touchesPath(glob, target)) ?? ['yes']
      return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
    },
    spells: (target) =>
      rightAccess(target) &&
      !target.recursive &&
      globs?.some((glob) => glob.namesFile && glob.matches(target.real)) === true,
  }
}

/** Whether a glob matches a target, or may match something below a recursive one. */
export function touchesPath(glob: PathGlob, { real, recursive }: PathTarget): Match {
  if (glob.matches(real)) return 'yes'
  return recursive && mayLieBelow(glob, real) ? 'maybe' : 'no'
}

function coversPath(glob: PathGlob, { real, recursive }: PathTarget): boolean {
  if (!glob.matches(real)) return false
  const below = real === '/' ? '' : real
  return !recursive || [`${below}/${anyName}`, `${below}/.${anyName}/${anyName}`].every(glob.matches)
}

/** Whether something that the glob matches may lie below the folder: one of the two holds the other. */
function mayLieBelow({ base }: PathGlob, folder: string): boolean {
  return holds(folder, base) || holds(base, folder)
}

function holds(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
