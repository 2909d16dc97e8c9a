import { posix, relative } from 'node:path'
import { fail, type ToolContext, toolOutput } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { checkGlob, type FoundFiles, findFiles, type GlobPlan, planGlob, widerPattern } from './glob/index.ts'
import { rulesFor } from './ignore-rules.ts'
import { note, pathBelow, shownPath, unnamedNote } from './result-text.ts'
import { resolveStart } from './ripgrep/index.ts'

const inputSchema = field.object({
  pattern: field.string().min(1).describe('E.g. `src/**/*.{ts,tsx}`. `*` stays inside a folder, `**` crosses folders.'),
  path: field.string().min(1).default('.').describe('Folder that the pattern is relative to.'),
  limit: field.int().min(1).max(10_000).default(1000).describe('Maximum number of paths to return.'),
  sort: field.enum(['mtime', 'path']).default('mtime').describe('Newest first, or by path.'),
  ignore: field.boolean().default(true).describe('Skip entries that .gitignore files exclude.'),
})

type GlobInput = InferOutput<typeof inputSchema>

/**
 * Finds files by a pattern with `*`, `**`, `?`, classes and braces. The walk is bounded and its result says when it ended early.
 * A pattern without a match is tried once more as any file of the same extension below the folder.
 *
 * `data`: `{pattern, path, files: string[], count, truncated, retried_as | null, hidden, incomplete | null}`. Files are paths that every
 * tool accepts, below `path` as it was given; `hidden` counts the entries there that may not be seen, matching or not; `incomplete` is `visited`, `found` or `time` if the walk ended early.
 *
 * Codes: `file_not_found`, `invalid_target`, `validation_error`.
 * @param skippedFolders Names of folders that it passes over unless a call names one of them.
 */
export function createGlob(skippedFolders: readonly string[]) {
  return defineToolBody({
    input: inputSchema,
    check: ({ pattern }) => checkGlob(pattern),
    targets: ({ pattern, path }) => {
      const { root, base } = planGlob(pattern, path, skippedFolders)
      // The fixed front of a pattern may be a link that leads elsewhere.
      return [...new Set([root, base])].map((folder) => {
        return { kind: 'path', path: folder, access: 'list', recursive: true } as const
      })
    },
    execute: async (input, context) => {
      const plan = planGlob(input.pattern, input.path, skippedFolders)
      const found = await huntWithRetry(input, plan, context)
      const files = input.sort === 'path' ? found.files.paths.toSorted() : found.files.paths
      return globResult(input, plan, { ...found, shown: files.slice(0, input.limit), total: files.length }, context)
    },
  })
}

interface Hunt {
  readonly files: FoundFiles
  readonly retriedAs: string | undefined
}

async function huntWithRetry(input: GlobInput, plan: GlobPlan, context: ToolContext): Promise<Hunt> {
  const first = await hunt(input, plan, context)
  const wider = widerPattern(input.pattern)
  if (first.paths.length > 0 || first.stopped !== undefined || wider === undefined) {
    return { files: first, retriedAs: undefined }
  }
  const files = await hunt(input, { ...plan, base: plan.root, pattern: wider }, context)
  return files.paths.length > 0 ? { files, retriedAs: wider } : { files: first, retriedAs: undefined }
}

const nothing: FoundFiles = { paths: [], unnamed: [], visited: 0, hidden: 0, stopped: undefined }

async function hunt(input: GlobInput, plan: GlobPlan, context: ToolContext): Promise<FoundFiles> {
  const isBelowRoot = plan.base !== plan.root
  if (isBelowRoot && (await context.files.stat(plan.base)) === undefined) return nothing
  if (isBelowRoot && input.ignore && (await isIgnored(plan, context))) return nothing
  const start = await resolveStart(context.files, plan.base)
  if (start.start !== './') {
    if (isBelowRoot) return nothing
    fail('invalid_target', `"${plan.base}" is a file, not a folder. Give the folder to look in.`)
  }
  const { pattern, skipped } = plan
  return findFiles({ start, pattern, skipped, ignore: input.ignore, sort: input.sort }, context)
}

/** The search program obeys rules from the folder on that it starts in: one that a pattern leads to may be ignored itself. */
async function isIgnored({ root, base }: GlobPlan, { files, workspace }: ToolContext): Promise<boolean> {
  const parts = posix.relative(root, base).split('/')
  const rules = await rulesFor(files, root, workspace)
  for (let depth = 1; depth <= parts.length; depth += 1) {
    if (await rules.ignores(parts.slice(0, depth).join('/'), true)) return true
  }
  return false
}

interface GlobFindings extends Hunt {
  readonly shown: readonly string[]
  readonly total: number
}

const endings = {
  visited: 'The search stopped after a million files, so the list is incomplete. Give a deeper path.',
  found: 'The search stopped at 20,000 matches, so the list is incomplete. Narrow the pattern.',
  time: 'The search ran out of time, so the list is incomplete. Give a deeper path.',
} as const

function globResult(input: GlobInput, plan: GlobPlan, found: GlobFindings, { files }: ToolContext) {
  const root = files.realPath(plan.root)
  const shown = found.shown.map((path) => pathBelow(plan.root, relative(root, path)))
  const { hidden, stopped } = found.files
  const truncated = found.total > shown.length
  const skipped = shown.length === 0 && plan.skipped.length > 0 ? plan.skipped.join(', ') : undefined
  return toolOutput({
    content: [
      ...(shown.length > 0 ? [{ type: 'text', text: shown.map(shownPath).join('\n') } as const] : []),
      ...note(
        shown.length === 0 ? `No file matches "${input.pattern}" in "${input.path}".` : undefined,
        found.retriedAs === undefined
          ? undefined
          : `Nothing matches "${input.pattern}"; these match ${found.retriedAs}.`,
        skipped === undefined ? undefined : `Skipped: ${skipped}; name one to search in it.`,
        truncated ? `Shown: ${shown.length} of ${found.total}.` : undefined,
        stopped === undefined ? undefined : endings[stopped],
        unnamedNote(found.files.unnamed),
        hidden > 0 ? `Not shown because the call may not see them: ${hidden}.` : undefined,
      ),
    ],
    data: {
      pattern: input.pattern,
      path: input.path,
      files: shown,
      count: found.total,
      truncated: truncated || stopped !== undefined,
      retried_as: found.retriedAs ?? null,
      hidden,
      incomplete: stopped ?? null,
    },
  })
}
