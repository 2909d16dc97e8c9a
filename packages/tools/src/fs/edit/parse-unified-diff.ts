import { excerpt } from './explain-difference.ts'

/** One line of a hunk. `text` has no line feed, but keeps its `\r` if the diff has one. */
export interface HunkLine {
  readonly kind: 'context' | 'delete' | 'insert'
  readonly text: string
  /** A `\ No newline at end of file` follows. */
  readonly endsFile: boolean
}

export interface Hunk {
  /** From 1, for messages. */
  readonly number: number
  /** The `@@ … @@` line, for messages. */
  readonly header: string
  /** First old line, from 1; with no old lines, the line after which the new ones stand (0 = at the front). */
  readonly oldStart: number
  readonly lines: readonly HunkLine[]
}

/** A diff of one file. */
export interface UnifiedDiff {
  /** The path in the headers, without `a/` and `b/`; undefined if it is missing or `/dev/null`. */
  readonly oldPath: string | undefined
  readonly newPath: string | undefined
  /** True if the headers say that the file is new (`--- /dev/null`). */
  readonly creates: boolean
  readonly hunks: readonly Hunk[]
}

type DiffParse =
  | { readonly status: 'parsed'; readonly diff: UnifiedDiff }
  | { readonly status: 'malformed'; readonly why: string }

const hunkHeader = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

const refusedHeaders = [
  [/^(rename|copy) (from|to) /, 'it renames or copies a file; use fs.move'],
  [/^deleted file mode /, 'it deletes a file; use fs.delete'],
  [/^\+\+\+ \/dev\/null/, 'it deletes a file; use fs.delete'],
  [/^(old|new) mode /, 'it changes the mode of a file, which this tool cannot do'],
  [/^(Binary files |GIT binary patch)/, 'it is a binary diff'],
] as const

const harmlessHeader = /^(diff --git |index [0-9a-f]|new file mode |Index: |=+$|$)/

/**
 * Parses the unified diff of one file as written by GNU diff, git and the `diff` package. Strict: the counts of every
 * hunk must be right, and only headers and hunks are allowed. An empty line is an empty context line, since trailing
 * blanks are easily lost.
 */
export function parseUnifiedDiff(text: string): DiffParse {
  const lines = splitLines(text)
  const paths: { old?: string; new?: string } = {}
  const hunks: Hunk[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    if (line.startsWith('@@')) {
      const hunk = readHunk(lines, at, hunks.length + 1)
      if ('why' in hunk) return { status: 'malformed', why: hunk.why }
      hunks.push(hunk.hunk)
      at = hunk.next
      continue
    }
    const why = refusalOf(line, lines[at - 1], hunks.length)
    if (why !== undefined) return { status: 'malformed', why }
    if (line.startsWith('--- ')) paths.old = line.slice(4)
    if (line.startsWith('+++ ')) paths.new = line.slice(4)
    at += 1
  }
  if (hunks.length === 0)
    return { status: 'malformed', why: 'it has no hunk; each begins with a line like @@ -1,3 +1,4 @@' }
  const oldPath = pathOf(paths.old)
  return {
    status: 'parsed',
    diff: { oldPath, newPath: pathOf(paths.new), creates: paths.old !== undefined && oldPath === undefined, hunks },
  }
}

/** A diff that came with `\r\n` throughout, headers too, has lost its own line ends on the way. */
function splitLines(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.every((line) => line.endsWith('\r')) ? lines.map((line) => line.slice(0, -1)) : lines
}

function refusalOf(line: string, before: string | undefined, hunks: number): string | undefined {
  const refused = refusedHeaders.find(([pattern]) => pattern.test(line))
  if (refused !== undefined) return refused[1]
  if (line.startsWith('--- ') || line.startsWith('diff --git ')) {
    return hunks > 0 ? 'it changes more than one file; send one file per call' : undefined
  }
  if (line.startsWith('+++ ') && before?.startsWith('--- ')) return undefined
  if (hunks > 0 && /^[ +\-\\]/.test(line)) return `hunk ${hunks} has more lines than its header says`
  return harmlessHeader.test(line) ? undefined : `the line ${excerpt(line)} is not part of a unified diff`
}

function pathOf(header: string | undefined): string | undefined {
  const path = header?.replace(/[\t\r].*$/, '').trim()
  if (path === undefined || path === '/dev/null') return undefined
  return path.replace(/^[ab]\//, '')
}

type HunkRead = { readonly hunk: Hunk; readonly next: number } | { readonly why: string }

function readHunk(lines: readonly string[], start: number, number: number): HunkRead {
  const header = lines[start] ?? ''
  const counts = hunkHeader.exec(header)
  if (counts === null)
    return { why: `the header of hunk ${number}, ${excerpt(header)}, does not look like @@ -1,3 +1,4 @@` }
  const [, oldStart = '0', oldCount = '1', , newCount = '1'] = counts
  let old = Number(oldCount)
  let next = Number(newCount)
  const read: HunkLine[] = []
  let at = start + 1
  for (; old > 0 || next > 0 || lines[at]?.startsWith('\\') === true; at += 1) {
    const line = lines[at]
    const last = read.at(-1)
    if (line?.startsWith('\\') === true && last !== undefined && !last.endsFile) {
      read[read.length - 1] = { ...last, endsFile: true }
      continue
    }
    const kind = line === undefined ? undefined : kindOf(line)
    if (line === undefined || kind === undefined) {
      return {
        why: `hunk ${number} (${header}) ends after ${read.length} lines, before the counts of its header are used up`,
      }
    }
    old -= kind === 'insert' ? 0 : 1
    next -= kind === 'delete' ? 0 : 1
    if (old < 0 || next < 0) {
      return { why: `hunk ${number} (${header}) does not have the counts of lines that its header says` }
    }
    read.push({ kind, text: line.slice(1), endsFile: false })
  }
  return { hunk: { number, header, oldStart: Number(oldStart), lines: read }, next: at }
}

function kindOf(line: string): HunkLine['kind'] | undefined {
  switch (line[0]) {
    case ' ':
    case undefined:
      return 'context'
    case '-':
      return 'delete'
    case '+':
      return 'insert'
    default:
      return line === '\r' ? 'context' : undefined
  }
}
