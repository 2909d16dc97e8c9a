import { expandBraces } from '@drawbridge/shell/braces'
import { compileNamePattern, type MatchWork, type NamePattern } from './name-pattern.ts'

/**
 * A glob over paths with `/` between names, with the usual meaning: `*` and `?` stay inside a name, `**` as a whole
 * name crosses folders, `[a-z]`, `[!a]` and `[^a]` are classes, `\` escapes the next character. Names that begin with a
 * dot are ordinary. Its cost is at most the length of its patterns times that of the path: it never backtracks.
 */
export interface Glob {
  matches(path: string): boolean
  /** Returns true if it may match something below the folder, at any depth. Exact, except for classes without characters. */
  mayMatchBelow(folder: string): boolean
  /** One of its patterns matches everything below the folder. */
  coversBelow(folder: string): boolean
}

/** Patterns have more than this many names, or characters, only by mistake or by malice. */
const maximumPatterns = 1_000
const maximumCharacters = 16_384

/** The patterns that a text with braces stands for, `{a,b}` and `{1..12}`. `undefined`: more than a thousand, or 16 KiB of them. */
export function expandGlob(text: string): readonly string[] | undefined {
  const patterns = expandBraces(
    text.replaceAll(/\\[\s\S]|['"`$]/g, (found) => (found.length > 1 ? found : `\\${found}`)),
  )
  if (patterns === undefined || patterns.length > maximumPatterns) return undefined
  const characters = patterns.reduce((sum, pattern) => sum + pattern.length, 0)
  if (patterns.length > 1 && characters > maximumCharacters) return undefined
  return patterns.some((pattern) => /(?<!\\)\{-?\w+\.\.-?\w+(?:\.\.-?\d+)?\}/.test(pattern)) ? undefined : patterns
}

/** Compiles patterns without braces; any of them may match. `work` counts what matching does. */
export function compileGlob(patterns: readonly string[], work: MatchWork = { steps: 0 }): Glob {
  const alternatives = patterns.map(readPattern)
  return {
    matches: (path) =>
      alternatives.some(({ front, parts }) => {
        const names = namesAfter(front, path)
        return names !== undefined && statesAfter(parts, names, work).has(parts.length)
      }),
    mayMatchBelow: (folder) =>
      alternatives.some(({ front, parts }) => {
        const names = namesAfter(front, folder)
        if (names === undefined) return namesAfter(folder === '/' ? '' : folder, front) !== undefined
        return Array.from(statesAfter(parts, names, work)).some((state) => state < parts.length)
      }),
    coversBelow: (folder) =>
      alternatives.some(({ front, parts }) => {
        const names = namesAfter(front, folder)
        return (
          names !== undefined && Array.from(statesAfter(parts, names, work)).some((state) => takesAll(parts, state))
        )
      }),
  }
}

const anyDepth = 'any-depth'

type Part = typeof anyDepth | NamePattern

interface Pattern {
  /** The leading names without a wildcard, which distinguish most paths. */
  readonly front: string
  readonly parts: readonly Part[]
}

function readPattern(text: string): Pattern {
  const parts = text
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part === '**' ? anyDepth : compileNamePattern(part)))
  const varying = parts.findIndex((part) => part === anyDepth || part.literal === undefined)
  const fixed = parts.slice(0, varying < 0 ? parts.length : varying)
  const front = fixed.map((part) => (part === anyDepth ? '' : part.literal)).join('/')
  return { front: front !== '' && text.startsWith('/') ? `/${front}` : front, parts: parts.slice(fixed.length) }
}

/** Returns the names of the path below the folder; `undefined` if it is not below it. */
function namesAfter(folder: string, path: string): readonly string[] | undefined {
  if (!path.startsWith(folder)) return undefined
  if (folder !== '' && path.length > folder.length && path[folder.length] !== '/') return undefined
  return path
    .slice(folder.length)
    .split('/')
    .filter((name) => name !== '')
}

/** Returns the positions in the pattern that can be reached when all names are used up. */
function statesAfter(parts: readonly Part[], names: readonly string[], work: MatchWork): ReadonlySet<number> {
  let states = withSkipped(parts, new Set([0]))
  for (const name of names) {
    const next = new Set<number>()
    for (const state of states) {
      const part = parts[state]
      if (part === anyDepth) next.add(state)
      else if (part?.matches(name, work)) next.add(state + 1)
    }
    if (next.size === 0) return next
    states = withSkipped(parts, next)
  }
  return states
}

/** `**` may stand for no folder at all. A set is walked with what is added to it on the way. */
function withSkipped(parts: readonly Part[], states: Set<number>): Set<number> {
  for (const state of states) if (parts[state] === anyDepth) states.add(state + 1)
  return states
}

function takesAll(parts: readonly Part[], state: number): boolean {
  const rest = parts.slice(state)
  const last = rest.at(-1)
  const folders = last !== anyDepth && last?.isAny === true ? rest.slice(0, -1) : rest
  return folders.length > 0 && folders.every((part) => part === anyDepth)
}
