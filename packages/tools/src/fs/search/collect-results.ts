import { foundPath } from '../ripgrep/index.ts'
import { type FoundLine, parseMatch } from './parse-match.ts'
import type { VisibleMatches } from './visible-matches.ts'

export interface FileCount {
  readonly path: string
  readonly count: number
}

/** The shown part of a search's results. Nothing in it depends on files that the caller may not see. */
export interface SearchResults {
  /** Lines of mode `content`, in the order found. */
  readonly lines: readonly FoundLine[]
  /** Files of the modes `files` and `count`. */
  readonly files: readonly FileCount[]
  /** Matching lines, or files, shown. */
  readonly shown: number
  /** All matching lines that were counted (mode `count`). */
  readonly total: number
  readonly truncated: boolean
  /** Files with a match and a name that is not UTF-8, as far as it can be shown. */
  readonly unnamed: readonly string[]
}

/** A line of the program's output. */
export interface PrintedMatch {
  readonly json: string
  /** Returns true for a file that is searched in another encoding, so that these matches do not count. */
  readonly isElsewhere: (path: string) => boolean
}

export interface Collecting {
  readonly mode: 'content' | 'files' | 'count'
  readonly limit: number
  /** Returns true if a path relative to the searched folder is included and may be shown. */
  readonly includes: (path: string) => boolean
  readonly visible: (path: string) => boolean
  readonly matches: VisibleMatches
}

/** The maximum text of all lines together, so that a result always stays below 50,000 bytes. */
const maxTextBytes = 40_000

/** Reads the search program's output up to the limit; leaving the loop ends the program. Mode `count` reads all of it. */
export async function collectResults(output: AsyncIterable<PrintedMatch>, options: Collecting): Promise<SearchResults> {
  return options.mode === 'content' ? collectLines(output, options) : collectFiles(output, options)
}

async function collectLines(output: AsyncIterable<PrintedMatch>, options: Collecting): Promise<SearchResults> {
  const { limit, includes, visible, matches } = options
  const lines: FoundLine[] = []
  const unnamed = new Set<string>()
  let shown = 0
  let bytes = 0
  let truncated = false
  for await (const { json, isElsewhere } of output) {
    const found = parseMatch(json, matches)
    const path = found && foundPath(found.path)
    if (found === undefined || path === undefined || isElsewhere(path) || !includes(path) || !visible(path)) continue
    if (!found.named) {
      unnamed.add(path)
      continue
    }
    truncated = found.kind === 'match' && (shown === limit || bytes > maxTextBytes)
    if (truncated) break
    // Context after the last match shown is still wanted, but not without end.
    lines.push({ ...found, path })
    bytes += Buffer.byteLength(found.text) + 8
    if (found.kind === 'match') shown += 1
  }
  return { lines, files: [], shown, total: shown, truncated, unnamed: [...unnamed] }
}

/** The matches of a file come one after the other. */
async function collectFiles(output: AsyncIterable<PrintedMatch>, options: Collecting): Promise<SearchResults> {
  const { mode, limit, includes, visible, matches } = options
  const files: { readonly path: string; count: number }[] = []
  const unnamed = new Set<string>()
  let total = 0
  let matching = 0
  let last: { readonly path: string; readonly isShown: boolean } | undefined
  for await (const { json, isElsewhere } of output) {
    const found = parseMatch(json, matches)
    const path = found && foundPath(found.path)
    if (found === undefined || path === undefined || isElsewhere(path) || !includes(path)) continue
    if (!found.named) {
      if (visible(path)) unnamed.add(path)
      continue
    }
    const isNext = path !== last?.path
    if (isNext) {
      const isShown = visible(path)
      last = { path, isShown }
      if (isShown) {
        matching += 1
        if (files.length < limit) files.push({ path, count: 0 })
        else if (mode === 'files') break
      }
    }
    if (last?.isShown !== true) continue
    total += 1
    const file = files.at(-1)
    if (file?.path === path) file.count += 1
  }
  return { lines: [], files, shown: files.length, total, truncated: matching > files.length, unnamed: [...unnamed] }
}
