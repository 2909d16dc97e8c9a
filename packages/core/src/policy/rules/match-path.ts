import { compileGlob, expandGlob } from '../../glob/compile-glob.ts'
import { namePatternFault } from '../../glob/name-pattern.ts'
import type { PathAccess, PathTarget, Target } from '../../target/target.ts'
import { shorten } from '../../text/shorten.ts'
import { type Match, mayBe, type TargetCondition } from './target-matcher.ts'

/** The meaning of relative and `~` paths in a policy. Both absolute. */
export interface PolicyPlace {
  readonly workspace: string
  readonly userHome: string
}

/** A glob over real paths. */
export interface PathGlob {
  /** The folder below which everything lies that the glob can match. */
  readonly base: string
  /** The last part has no wildcard. */
  readonly namesFile: boolean
  matches(path: string): boolean
  /**
   * Like `matches`, and everything below a path that the glob names without a wildcard: forbidding a folder includes
   * its contents.
   */
  reaches(path: string): boolean
  /** Returns true if the folder may contain a path that the glob reaches. */
  mayMatchBelow(folder: string): boolean
  /** Returns true if it matches everything below the folder. */
  coversBelow(folder: string): boolean
}

/**
 * Compiles `src/**`, `~/notes/*`, `data/{1..12}`, `/data/[!x]*`. Dots are ordinary characters. A slash at the end means everything below.
 */
export function compilePathGlob(text: string, place: PolicyPlace): PathGlob {
  return inCopiesToo(compileOriginal(text, place))
}

/** The folders whose copies are at other places now, by the place of the copy. */
const copies = new Map<string, string>()

/**
 * Lets every glob mean the copy of a folder too, until it is disposed: what a rule denies in a repository, it denies in the copy that a
 * child of a run works in, whenever the rule was compiled.
 * @param copy Both absolute, real paths without a slash at their end.
 */
export function noteCopiedFolder({ of, at }: { readonly of: string; readonly at: string }): Disposable {
  copies.set(at, of)
  return { [Symbol.dispose]: () => void copies.delete(at) }
}

/** Returns the path that a path in a copy has in the original. */
function originalOf(path: string): string | undefined {
  for (const [at, of] of copies) {
    if (path === at || path.startsWith(`${at}/`)) return of + path.slice(at.length)
  }
  return undefined
}

/** Returns the originals of the copies that are below a folder. */
function originalsBelow(folder: string): readonly string[] {
  const inside = folder === '/' ? '/' : `${folder}/`
  return [...copies].flatMap(([at, of]) => (at.startsWith(inside) ? [of] : []))
}

function inCopiesToo(glob: PathGlob): PathGlob {
  const either = (test: (path: string) => boolean) => (path: string) => {
    if (test(path)) return true
    const original = originalOf(path)
    return original !== undefined && test(original)
  }
  return {
    ...glob,
    matches: either(glob.matches),
    reaches: either(glob.reaches),
    coversBelow: either(glob.coversBelow),
    mayMatchBelow: (folder) =>
      either(glob.mayMatchBelow)(folder) ||
      originalsBelow(folder).some((original) => glob.reaches(original) || glob.mayMatchBelow(original)),
  }
}

function compileOriginal(text: string, place: PolicyPlace): PathGlob {
  const patterns = (expandGlob(text) ?? [text]).map((pattern) => absolute(pattern, place))
  const exact = compileGlob(patterns)
  const named = patterns.filter((pattern) => !hasWildcard(lastPart(pattern)))
  const reaching = named.length === 0 ? exact : compileGlob([...patterns, ...named.map(below)])
  return {
    base: patterns.map(fixedFolder).reduce(commonFolder),
    namesFile: !hasWildcard(lastPart(text)) && named.length === patterns.length,
    matches: exact.matches,
    reaches: reaching.matches,
    mayMatchBelow: reaching.mayMatchBelow,
    coversBelow: exact.coversBelow,
  }
}

/** Far beyond the longest path of a file system. */
const maxGlobLength = 4096

/** Returns the problem of a text as a glob: it could match no path, or not the intended ones. */
export function pathGlobProblem(text: string): string | undefined {
  const name = JSON.stringify(shorten(text, 80))
  if (text.length > maxGlobLength) return `The glob ${name} has more than ${maxGlobLength} characters.`
  if (text.trim() !== text) return `The glob ${name} begins or ends with a space.`
  const foreign = foreignSyntax(text)
  if (foreign !== undefined) return `The glob ${name} ${foreign}`
  if (/(?:^|[/{,(|])\.\.(?=$|[/},)|])/.test(absolute(text, { workspace: '/workspace', userHome: '/home' })))
    return `The glob ${name} has "..", which real paths do not contain. Write the folder in full.`
  const faults = text.split('/').map(namePatternFault)
  if (faults.includes('escape')) return `The glob ${name} ends with a single \\. Write \\\\ for a \\ in a name.`
  if (faults.includes('bracket') || !hasBalancedBraces(text))
    return `The glob ${name} has an invalid bracket or range. Put \\ before a bracket that is part of a name.`
  if (expandGlob(text) === undefined)
    return `The glob ${name} expands to more than 1000 names, or 16 KiB of them. Write * for the varying part, or several globs.`
  return undefined
}

/** Returns the problem of syntax from a shell or another tool, which would silently mean something else here. */
function foreignSyntax(text: string): string | undefined {
  if (text.startsWith('!'))
    return 'excludes, which a glob cannot do. Write a rule for the intended paths; put \\ before a ! that begins a name.'
  if (/^~[^/]/.test(text))
    return "is in another user's home, which is not resolved. Write the folder in full, or ~/ for your own; put \\ before a ~ that begins a name."
  if (/^\$[A-Za-z_{]/.test(text))
    return 'has a variable, which is not expanded. Write the folder in full, or ~/ for the home; put \\ before a $ that begins a name.'
  if (/[?*+@!]\(/.test(text.replaceAll(/\\./g, '__')))
    return 'is an extended glob. Write {a,b} for one of several names, several globs for more; put \\ before a ( that is part of a name.'
  if (/\([^()/]*\|[^()/]*\)/.test(text.replaceAll(/\\./g, '__')))
    return 'has (a|b), which is not supported. Write {a,b}; put \\ before a | that is part of a name.'
  return undefined
}

function hasBalancedBraces(text: string): boolean {
  let depth = 0
  for (const [found] of text.matchAll(/\\.|[{}]/g)) {
    if (found === '{') depth += 1
    else if (found === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
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

/** Parentheses and braces are not wildcards, but a name with them is not spelled out either. */
function hasWildcard(part: string): boolean {
  return /[*?[\]{}()|]/.test(part.replaceAll(/\\./g, ''))
}

/** A folder's name may hold what a glob would read as a wildcard. */
function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()]/g, '\\$&')
}

function lastPart(pattern: string): string {
  return pattern.slice(pattern.lastIndexOf('/') + 1)
}

/** Returns the leading folders of an absolute pattern that have no wildcard; the whole pattern if it has none. */
function fixedFolder(pattern: string): string {
  const parts = pattern.split('/')
  const varying = parts.findIndex((part) => /[*?[]/.test(part.replaceAll(/\\./g, '')))
  return (
    parts
      .slice(0, varying < 0 ? parts.length : varying)
      .join('/')
      .replaceAll(/\\(.)/g, '$1') || '/'
  )
}

function commonFolder(left: string, right: string): string {
  const rights = right.split('/')
  const lefts = left.split('/')
  const differs = lefts.findIndex((part, index) => part !== rights[index])
  return lefts.slice(0, differs < 0 ? lefts.length : differs).join('/') || '/'
}

export function matchPath(
  globs: readonly PathGlob[] | undefined,
  accesses: ReadonlySet<PathAccess> | undefined,
): TargetCondition {
  const rightAccess = (target: Target): target is PathTarget =>
    target.kind === 'path' && (accesses === undefined || accesses.has(target.access))
  return {
    kind: 'path',
    isGeneral: globs === undefined,
    ...(globs === undefined ? {} : { bases: globs.map(({ base }) => base) }),
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

/** Returns if a glob matches a target, or may match something below a recursive one. */
export function touchesPath(glob: PathGlob, { real, recursive }: PathTarget): Match {
  if (glob.reaches(real)) return 'yes'
  return recursive && glob.mayMatchBelow(real) ? 'maybe' : 'no'
}

function coversPath(glob: PathGlob, { real, recursive }: PathTarget): boolean {
  return glob.matches(real) && (!recursive || glob.coversBelow(real))
}
