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
  /** The same, and all that lies below what the glob names without a wildcard: whoever forbids a folder means what is in it. */
  reaches(path: string): boolean
}

/**
 * Compiles `src/**`, `~/notes/*` or `/data/x`. Dots are ordinary characters; `!` and brackets have their usual meaning in globs.
 * A slash at the end means everything below.
 */
export function compilePathGlob(text: string, place: PolicyPlace): PathGlob {
  const glob = absolute(text, place)
  const { base } = picomatch.scan(glob)
  const namesFile = !hasWildcard(glob.slice(glob.lastIndexOf('/') + 1))
  const matches = picomatch(glob, options)
  return {
    glob,
    base: base === '' ? '/' : base.replaceAll(/\\(.)/g, '$1'),
    namesFile,
    matches,
    reaches: namesFile ? picomatch(below(glob), options) : matches,
  }
}

const options = { dot: true, nonegate: true, strictSlashes: false } as const

/** Far beyond the longest path of a file system. */
const maxGlobLength = 4096

/** What is wrong with the text as a glob: what could match no path, or not the ones that are meant. */
export function pathGlobProblem(text: string): string | undefined {
  const name = JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
  if (text.length > maxGlobLength) return `The glob ${name} has more than ${maxGlobLength} characters.`
  if (text.trim() !== text) return `The glob ${name} begins or ends with a space.`
  const glob = absolute(text, { workspace: '/workspace', userHome: '/home' })
  if (/(?:^|[/{,(|])\.\.(?=$|[/},)|])/.test(glob))
    return `The glob ${name} has ".." where it has no meaning. Real paths have none: write the folder out.`
  try {
    picomatch.makeRe(glob, { ...options, debug: true, strictBrackets: true })
    return undefined
  } catch {
    return `The glob ${name} has a bracket or range that means nothing. Put \\ before a bracket that is part of a name.`
  }
}

function absolute(text: string, { workspace, userHome }: PolicyPlace): string {
  if (text.startsWith('/')) return normal(text)
  if (text === '~' || text.startsWith('~/')) return normal(`${escapeGlob(userHome)}${text.slice(1)}`)
  return normal(`${escapeGlob(workspace)}/${text}`)
}

/** As real paths are: without empty parts, `.` and `..`. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    const before = parts.at(-1)
    if (part === '' || part === '.') continue
    if (part === '..' && (before === undefined || !(before === '..' || hasWildcard(before)))) parts.pop()
    else parts.push(part)
  }
  const glob = `/${parts.join('/')}`
  return path.endsWith('/') && path !== '/' ? below(glob) : glob
}

function below(glob: string): string {
  return glob === '/' ? '/**' : `${glob}/**`
}

function hasWildcard(part: string): boolean {
  return /[*?[\]{}()|]/.test(part.replaceAll(/\\./g, ''))
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
  if (glob.reaches(real)) return 'yes'
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
