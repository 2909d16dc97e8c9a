import type { LineReader } from '@drawbridge/core'
import { foundPath } from '../ripgrep/index.ts'
import { type FoundLine, parseMatch } from './parse-match.ts'

export interface FileCount {
  readonly path: string
  readonly count: number
}

/** What a search found, as much of it as is shown. */
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
  /** Matches or files that the caller may not see. */
  readonly hidden: number
}

export interface Collecting {
  readonly mode: 'content' | 'files' | 'count'
  readonly limit: number
  /** Whether a path relative to the searched folder is included and may be shown. */
  readonly includes: (path: string) => boolean
  readonly visible: (path: string) => boolean
}

/** The text of all lines together, so that a result stays below 50,000 bytes by itself. */
const maxTextBytes = 40_000

/** Reads the search program's output up to the limit; leaving the loop ends the program. Mode `count` reads all of it. */
export async function collectResults(output: LineReader, options: Collecting): Promise<SearchResults> {
  return options.mode === 'content' ? collectLines(output, options) : collectFiles(output, options)
}

async function collectLines(output: LineReader, { limit, includes, visible }: Collecting): Promise<SearchResults> {
  const lines: FoundLine[] = []
  let shown = 0
  let bytes = 0
  let hidden = 0
  let truncated = false
  for await (const json of output) {
    const found = parseMatch(json)
    const path = found && foundPath(found.path)
    if (found === undefined || path === undefined || !includes(path)) continue
    if (!visible(path)) {
      if (found.kind === 'match') hidden += 1
      continue
    }
    truncated = found.kind === 'match' && (shown === limit || bytes > maxTextBytes)
    if (truncated) break
    // Context after the last match shown is still wanted, but not without end.
    lines.push({ ...found, path })
    bytes += Buffer.byteLength(found.text) + 8
    if (found.kind === 'match') shown += 1
  }
  return { lines, files: [], shown, total: shown, truncated, hidden }
}

async function collectFiles(output: LineReader, options: Collecting): Promise<SearchResults> {
  const { mode, limit, includes, visible } = options
  const files: FileCount[] = []
  let total = 0
  let hidden = 0
  let matching = 0
  for await (const line of output) {
    // With --crlf ripgrep ends its own lines so too.
    const [printed = '', count = '1'] = line.replace(/\r$/, '').split('\0')
    const path = foundPath(printed)
    if (path === undefined || !includes(path)) continue
    if (!visible(path)) {
      hidden += 1
      continue
    }
    matching += 1
    total += Number(count)
    if (files.length < limit) files.push({ path, count: Number(count) })
    else if (mode === 'files') break
  }
  return { lines: [], files, shown: files.length, total, truncated: matching > files.length, hidden }
}
