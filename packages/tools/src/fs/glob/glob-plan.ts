import { posix } from 'node:path'
import picomatch from 'picomatch'

/** Folders that are passed over unless a call names one of them. */
export const defaultSkippedFolders: readonly string[] = [
  '.git',
  'node_modules',
  'vendor',
  '.next',
  'dist',
  'build',
  'target',
  '.venv',
  '__pycache__',
]

/** Where a pattern begins to vary, and how the files below are judged. */
export interface GlobPlan {
  /** Folder that the walk begins in, as declared. */
  readonly base: string
  /** Relative to `base`. */
  readonly pattern: string
  /** Target of the call: `base`, or the call's own path where that holds it. */
  readonly root: string
  readonly skipped: readonly string[]
}

/** Splits a pattern into the folder it is fixed to and the rest. Pure: the targets of a call are made of it. */
export function planGlob(pattern: string, path: string, skippedFolders: readonly string[]): GlobPlan {
  const { base: front, glob } = scanGlob(pattern)
  const fixed = glob === '' ? posix.dirname(front) : front
  const varying = glob === '' ? escapeGlob(posix.basename(front)) : glob
  const base = posix.isAbsolute(fixed) ? posix.normalize(fixed) : posix.join(path, fixed)
  const leaves = posix.isAbsolute(fixed) || posix.normalize(fixed).split('/')[0] === '..'
  return {
    base,
    pattern: varying.startsWith('/') ? varying.slice(1) : varying,
    root: leaves ? base : path,
    skipped: skippedIn(`${path}/${pattern}`, skippedFolders),
  }
}

/** A call that names one of the folders means to look into such folders; only `.git` has to be named itself. */
function skippedIn(named: string, skippedFolders: readonly string[]): readonly string[] {
  const names = new Set(named.split(/[/{},]/))
  const asks = skippedFolders.some((folder) => names.has(folder))
  return asks ? ['.git'].filter((folder) => skippedFolders.includes(folder) && !names.has(folder)) : skippedFolders
}

const maxPatternLength = 500
/** More of them make a regular expression slow on hostile file names. */
const maxStarsInPart = 4
const maxGlobstars = 5

/** What is wrong with a pattern, in words. */
export function checkGlob(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `A pattern has at most ${maxPatternLength} characters.`
  if (pattern.startsWith('!')) return 'A pattern cannot exclude (`!`). Say what to find.'
  if (
    scanGlob(pattern)
      .glob.split(/[/{},]/)
      .includes('..')
  ) {
    return 'A pattern cannot go up (`..`) after a wildcard. Put the folder into path.'
  }
  const parts = pattern.split('/')
  const isHeavy =
    parts.filter((part) => part === '**').length > maxGlobstars ||
    parts.some((part) => part.split('*').length - 1 > maxStarsInPart)
  return isHeavy ? 'The pattern has too many wildcards. Use fewer `*`.' : undefined
}

/** The pattern to try when nothing matched: any file of the same extension below the folder. */
export function widerPattern(pattern: string): string | undefined {
  const extension = /\.[A-Za-z0-9]+$/.exec(pattern)?.[0]
  const wider = `**/*${extension}`
  return extension === undefined || wider === pattern ? undefined : wider
}

/** Judges paths relative to the pattern's folder. Names that begin with a dot are no exception. */
export function globMatcher(pattern: string): (path: string) => boolean {
  return picomatch(literalParentheses(pattern.replace(/^(\.\/)+/, '')), matcherOptions)
}

/** `*`, `**`, `?`, classes and braces; no extended globs, since parentheses are common in file names. */
const matcherOptions = { dot: true, noextglob: true, nonegate: true, regex: false } as const

function scanGlob(pattern: string): { readonly base: string; readonly glob: string } {
  const { base, glob } = picomatch.scan(literalParentheses(pattern), matcherOptions)
  return { base: base.replaceAll(/\\(.)/g, '$1'), glob }
}

function literalParentheses(pattern: string): string {
  return pattern.replaceAll(/(?<!\\)[()|]/g, (character) => `\\${character}`)
}

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}()|]/g, (character) => `\\${character}`)
}
