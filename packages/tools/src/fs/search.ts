import { basename } from 'node:path'
import { type ToolContext, toolOutput } from '@drawbridge/core'
import type { LineReader } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { checkGlob, globMatcher } from './glob/index.ts'
import { note, pathBelow, shownPath, unnamedNote } from './result-text.ts'
import { foundPath, type RipgrepRequest, resolveStart, type SearchStart, startRipgrep } from './ripgrep/index.ts'
import {
  collectResults,
  compare,
  explainExit,
  type ForeignFiles,
  fileFilters,
  findForeignFiles,
  type PrintedMatch,
  renderLines,
  type SearchResults,
  searchOptions,
  sortLines,
  visibleMatches,
} from './search/index.ts'

const inputSchema = field.object({
  query: field
    .string()
    .min(1)
    .describe('The search: a regular expression (Rust syntax; (?i) ignores case), or plain text with regex=false.'),
  path: field.string().min(1).default('.').describe('Folder or file to search.'),
  glob: field.string().min(1).optional().describe('Only files that match, e.g. `*.ts` or `src/**/*.ts`.'),
  type: field
    .string()
    .regex(/^[a-z0-9+-]+$/)
    .optional()
    .describe('Only files of this type, e.g. ts, py, rust, md.'),
  regex: field.boolean().default(true).describe('Set to false to search for the literal text.'),
  context: field.int().min(0).max(20).default(0).describe('Lines to show around each match.'),
  mode: field
    .enum(['content', 'files', 'count'])
    .default('content')
    .describe('Matching lines, only the names of files, or the number of matching lines per file.'),
  multiline: field.boolean().default(false).describe('Let a match span several lines.'),
  limit: field.int().min(1).max(2000).default(100).describe('Maximum number of matching lines or files to return.'),
  ignore: field.boolean().default(true).describe('Skip entries that .gitignore files exclude.'),
})

/** Says so if the include pattern is at fault for an empty result. */
const noSuchFile = (glob: string) => `No file that the call may see matches the glob "${glob}".`

const tooManyForeign =
  'More than 2,000 files are not UTF-8: of the others, only ASCII text was searched. Give a deeper path.'

/** Files named on one command line. */
const filesAtOnce = 200

type SearchInput = InferOutput<typeof inputSchema>

/**
 * Searches the content of files with ripgrep. Stops at the limit, except that mode `count` counts everything; a search that
 * reached its limit found any of the matches, not the first. Binary files are passed over.
 *
 * `data`: `{query, path, mode, shown, truncated, total | null, matches: [{path, line | null, column | null, text, kind}],
 * files: [{path, count}]}`. Paths are below `path` as it was given, and every tool accepts them; `matches` belong to mode `content`
 * (`kind` is `match` or `context`), `files` to the others; `total` counts all matching lines of mode `count`.
 * Files that the call may not see are left out without a trace: to tell that one matches would answer guesses at what it holds. So
 * is a match in a value that is shown as a marker.
 *
 * Codes: `invalid_pattern` (with the place), `file_not_found`, `timeout`.
 */
export const search = defineToolBody({
  input: inputSchema,
  check: ({ glob }) => (glob === undefined ? undefined : checkGlob(glob)),
  targets: ({ path }) => [{ kind: 'path', path, access: 'read', recursive: true }],
  execute: async (input, context) => {
    const start = await resolveStart(context.files, input.path)
    const options = searchOptions({ ...input, type: input.type, glob: input.glob })
    const isIncluded = includedBy(input.glob)
    const visible = visibleBelow(start, context)
    const foreign = await findForeignFiles(
      {
        start,
        ignore: input.ignore,
        filters: fileFilters({ type: input.type, glob: input.glob }),
        includes: (path) => isIncluded(path) && visible(path),
      },
      context,
    )
    const request = { options, ...start, ignore: input.ignore }
    const matches = await visibleMatches(input, context.scrubber)
    const output = await startRipgrep(request, context)
    const found = await collectResults(searchAll(output, request, foreign, context), {
      mode: input.mode,
      limit: input.limit,
      includes: isIncluded,
      visible,
      matches,
    })
    const { exitCode, stderr } = await output.exit
    const results = withPaths(found, (path) => pathBelow(input.path, start.start === './' ? path : ''))
    const partial = results.truncated ? undefined : explainExit(exitCode, stderr, results.shown)
    const isGlobAtFault =
      input.glob !== undefined &&
      results.shown === 0 &&
      !(await hasFile(request, { input, isIncluded, visible }, context))
    return searchResult(input, results, [
      partial,
      foreign.incomplete ? tooManyForeign : undefined,
      isGlobAtFault ? noSuchFile(input.glob ?? '') : undefined,
    ])
  },
})

function withPaths(
  { lines, files, unnamed, ...results }: SearchResults,
  named: (path: string) => string,
): SearchResults {
  return {
    ...results,
    lines: lines.map((line) => ({ ...line, path: named(line.path) })),
    files: files.map((file) => ({ ...file, path: named(file.path) })),
    unnamed: unnamed.map(named),
  }
}

interface FileQuestion {
  readonly input: SearchInput
  readonly isIncluded: (path: string) => boolean
  readonly visible: (path: string) => boolean
}

/** Resolves to true if there is any file to search. */
async function hasFile(
  request: RipgrepRequest,
  { input, isIncluded, visible }: FileQuestion,
  context: ToolContext,
): Promise<boolean> {
  const options = ['--files', '--null', ...fileFilters({ type: input.type, glob: input.glob })]
  for await (const printed of await startRipgrep({ ...request, options, lineEnd: '\0' }, context)) {
    const path = foundPath(printed)
    if (path !== undefined && isIncluded(path) && visible(path)) return true
  }
  return false
}

/** The output for files as the program reads them, then for those of each other encoding. */
async function* searchAll(
  output: LineReader,
  request: RipgrepRequest,
  { all, byEncoding }: ForeignFiles,
  context: ToolContext,
): AsyncGenerator<PrintedMatch> {
  for await (const json of output) yield { json, isElsewhere: (path) => all.has(path) }
  for (const [encoding, files] of byEncoding) {
    for (let from = 0; from < files.length; from += filesAtOnce) {
      const options = [...request.options, `--encoding=${encoding}`]
      const own = { ...request, options, start: files.slice(from, from + filesAtOnce), ignore: false }
      for await (const json of await startRipgrep(own, context)) yield { json, isElsewhere: () => false }
    }
  }
}

/** A pattern without a slash is about the file's name, in any folder. */
function includedBy(glob: string | undefined): (path: string) => boolean {
  if (glob === undefined) return () => true
  const matches = globMatcher(glob)
  return glob.includes('/') ? matches : (path) => matches(basename(path))
}

/** Asked once a file: matches of a file come one after the other. */
function visibleBelow({ folder }: SearchStart, { files }: ToolContext): (path: string) => boolean {
  let last: { readonly path: string; readonly visible: boolean } | undefined
  return (path) => {
    if (last?.path !== path) last = { path, visible: files.visible(`${folder === '/' ? '' : folder}/${path}`) }
    return last.visible
  }
}

function searchResult(input: SearchInput, results: SearchResults, notes: readonly (string | undefined)[]) {
  const lines = sortLines(results.lines)
  const files = results.files.toSorted((left, right) => compare(left.path, right.path))
  const isCount = input.mode === 'count'
  const text =
    input.mode === 'content' ? renderLines(lines) : files.map((file) => describeFile(file, isCount)).join('\n')
  return toolOutput({
    content: [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...note(summarize(input, results), unnamedNote(results.unnamed), ...notes),
    ],
    data: {
      query: input.query,
      path: input.path,
      mode: input.mode,
      shown: results.shown,
      truncated: results.truncated,
      total: isCount ? results.total : null,
      matches: lines.map(({ kind, path, line, column, text: shown }) => {
        return { path, line: line ?? null, column: column ?? null, text: shown, kind }
      }),
      files,
    },
  })
}

function describeFile({ path, count }: { readonly path: string; readonly count: number }, withCount: boolean): string {
  return withCount ? `${shownPath(path)}\t${count}` : shownPath(path)
}

function summarize({ query, path, mode }: SearchInput, { shown, total, truncated }: SearchResults): string | undefined {
  if (shown === 0) return `Nothing that the call may see in "${path}" matches ${JSON.stringify(query)}.`
  if (mode === 'count') return `${total} matching lines; ${shown} files shown${truncated ? ', there are more' : ''}.`
  const what = mode === 'files' ? 'files' : 'matching lines'
  return truncated ? `Stopped after ${shown} ${what}; there are more. Narrow the query, or raise limit.` : undefined
}
