import { posix } from 'node:path'
import { compileGlob, expandGlob } from '@drawbridge/core/glob'
import { pathBelow } from '../result-text.ts'

/** The fixed folder of a pattern, and the matcher for the files below. */
export interface GlobPlan {
  /** Folder that the walk begins in, as declared. */
  readonly base: string
  /** Relative to `base`. */
  readonly pattern: string
  /** Target of the call: `base`, or the call's own path if it contains `base`. */
  readonly root: string
  readonly skipped: readonly string[]
}

/** Splits a pattern into the folder it is fixed to and the rest. Pure: the targets of a call are made of it. */
export function planGlob(pattern: string, folder: string, skippedFolders: readonly string[]): GlobPlan {
  const path = pathBelow(folder, '')
  const { base: front, glob } = scanGlob(pattern)
  const fixed = glob === '' ? posix.dirname(front) : front
  const varying = glob === '' ? escapeGlob(posix.basename(front)) : glob
  const base = posix.isAbsolute(fixed) ? posix.normalize(fixed) : joined(path, fixed)
  const leaves = posix.isAbsolute(fixed) || posix.normalize(fixed).split('/')[0] === '..'
  return {
    base,
    pattern: varying.startsWith('/') ? varying.slice(1) : varying,
    root: leaves ? base : path,
    skipped: skippedIn(`${path}/${pattern}`, skippedFolders),
  }
}

/** Keeps the `./` of a folder that would mean something else without it. */
function joined(path: string, fixed: string): string {
  const base = posix.join(path, fixed)
  return /^\.\/["~]/.test(path) ? `./${base}` : base
}

/** A call that names one of the folders means to look into such folders; only `.git` has to be named itself. */
function skippedIn(named: string, skippedFolders: readonly string[]): readonly string[] {
  const names = new Set(named.split(/[/{},]/))
  const asks = skippedFolders.some((folder) => names.has(folder))
  return asks ? ['.git'].filter((folder) => skippedFolders.includes(folder) && !names.has(folder)) : skippedFolders
}

const maxPatternLength = 500

/** Returns the error in a pattern, in words. */
export function checkGlob(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) return `A pattern has at most ${maxPatternLength} characters.`
  if (isListOfGlobs(pattern))
    return `One pattern with braces finds what several would: write "{${pattern.split(/[,\s]+/).join(',')}}", not "${pattern}".`
  if (pattern.startsWith('!')) return 'A pattern cannot exclude (`!`). Write a pattern for the files to find.'
  if (/^\$[A-Z_{]/.test(pattern))
    return 'A variable at the beginning of a pattern is not expanded. Write the folder in full.'
  if (/^~[^/]/.test(pattern) && pattern.includes('/'))
    return "A pattern cannot begin in another user's home (`~name`). Write the folder in full."
  if (
    scanGlob(pattern)
      .glob.split(/[/{},]/)
      .includes('..')
  ) {
    return 'A pattern cannot go up (`..`) after a wildcard. Put the folder into path.'
  }
  return expandGlob(pattern) === undefined
    ? 'The braces of the pattern expand to more than 1000 names. Use `*` for the varying part.'
    : undefined
}

/** Returns true for several patterns with commas or blanks between them: no file has such a name. */
function isListOfGlobs(pattern: string): boolean {
  if (/[{}]/.test(pattern)) return false
  const byComma = pattern.split(',')
  const byBlank = pattern.split(/,?\s+/)
  return (
    (byComma.length > 1 && byComma.every((part) => part.includes('*'))) ||
    (byBlank.length > 1 && byBlank.every((part) => /\*\.\w+$/.test(part)))
  )
}

/** The pattern to try when nothing matched: any file of the same extension below the folder. */
export function widerPattern(pattern: string): string | undefined {
  const extension = /\.[A-Za-z0-9]+$/.exec(pattern)?.[0]
  const wider = `**/*${extension}`
  return extension === undefined || wider === pattern ? undefined : wider
}

/** Matches paths of files, relative to the pattern's folder. Names that begin with a dot are ordinary. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const patterns = expandGlob(pattern.replace(/^(\.\/)+/, '')) ?? []
  // A file is never the folder that a `**` at the end stands for the inside of.
  return compileGlob(patterns.map((text) => (text.endsWith('/**') ? `${text}/*` : text))).matches
}

/** Splits off the leading folders without a wildcard, unescaped. The rest is empty if the pattern has no wildcard. */
function scanGlob(pattern: string): { readonly base: string; readonly glob: string } {
  const parts = pattern.split('/')
  const varying = parts.findIndex((part) => /[*?[{]/.test(part.replaceAll(/\\./g, '')))
  const fixed = parts.slice(0, varying < 0 ? parts.length : varying).join('/')
  const base = fixed.replaceAll(/\\(.)/g, '$1')
  return { base: base === '' && varying > 0 ? '/' : base, glob: varying < 0 ? '' : parts.slice(varying).join('/') }
}

function escapeGlob(text: string): string {
  return text.replaceAll(/[\\*?[\]{}]/g, (character) => `\\${character}`)
}
