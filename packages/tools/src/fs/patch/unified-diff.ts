/** One line of a hunk. `text` is without line feed, but with its `\r` where the diff carries one. */
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
  /** As the headers name it, without `a/` and `b/`; undefined where there is none or it is `/dev/null`. */
  readonly oldPath: string | undefined
  readonly newPath: string | undefined
  /** Whether the headers say that the file is new (`--- /dev/null`). */
  readonly creates: boolean
  readonly hunks: readonly Hunk[]
}

export type DiffParse =
  | { readonly status: 'parsed'; readonly diff: UnifiedDiff }
  | { readonly status: 'malformed'; readonly why: string }
