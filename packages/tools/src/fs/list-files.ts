import { fail, type ToolContext, toolOutput } from '@drawbridge/core'
import type { FileEntry, WalkSummary } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { skippedBelow } from './glob/skipped-folders.ts'
import { rulesFor } from './ignore-rules.ts'
import { failMissing } from './read-guard.ts'
import { note, pathBelow, shownPath } from './result-text.ts'

const inputSchema = field.object({
  path: field.string().min(1).default('.').describe('Folder to list; absolute, or relative to the working folder.'),
  recursive: field
    .boolean()
    .default(false)
    .describe('Also list the contents of its folders, without those of dependencies and builds such as node_modules.'),
  depth: field
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Number of levels to list; 1 is the folder itself. Default: 1, or all with recursive.'),
  limit: field.int().min(1).max(10_000).default(1000).describe('Maximum number of entries to return.'),
  ignore: field.boolean().default(true).describe('Skip entries that .gitignore files exclude, and .git.'),
})

type ListInput = InferOutput<typeof inputSchema>

/**
 * Lists a folder in name order, folders before their entries. Entries that the caller may not see are absent.
 *
 * `data`: `{path, entries: [{path, type: 'file' | 'directory' | 'symlink' | 'other', size, modified}], count, truncated, hidden,
 * unreadable, unnamed, skipped: string[]}`. Paths begin with the folder as it was given, and every tool accepts them. Sizes are in
 * bytes, `modified` is ISO 8601. `hidden` counts the entries that may hold credentials or that a rule denies, `unreadable` the folders
 * that could not be read, and `unnamed` the entries with names that are not UTF-8. These are present only if the listing is complete.
 * `skipped` are folders listed without their contents.
 *
 * Codes: `file_not_found`.
 * @param skippedFolders Names of folders that are listed without their contents unless a call names one of them.
 */
export function createListFiles(skippedFolders: readonly string[]) {
  return defineToolBody({
    input: inputSchema,
    targets: (input) => [{ kind: 'path', path: input.path, access: 'list', recursive: depthOf(input) > 1 }],
    execute: async (input, context) => {
      const stat = (await context.files.stat(input.path)) ?? (await failMissing(context.files, input.path))
      if (stat.kind !== 'directory') {
        fail(
          'invalid_target',
          `"${input.path}" is a file, not a folder. Read it with fs.read_file, or list its folder.`,
        )
      }
      const { entries, truncated, skipped, summary } = await collect(input, skippedFolders, context)
      const rows = entries.map(({ path, kind, size, modifiedMs }) => {
        return { path: pathBelow(input.path, path), type: kind, size, modified: new Date(modifiedMs).toISOString() }
      })
      return toolOutput({
        content: [
          ...(rows.length > 0 ? [{ type: 'text', text: rows.map(describeEntry).join('\n') } as const] : []),
          ...note(
            rows.length === 0 ? 'The folder has no entries to show.' : undefined,
            truncated
              ? `Stopped at ${rows.length} entries; there are more. Raise limit, or list a folder below.`
              : undefined,
            summary.sensitive > 0 ? `Not shown because they may contain credentials: ${summary.sensitive}.` : undefined,
            summary.denied > 0 ? `Not shown because a rule denies them: ${summary.denied}.` : undefined,
            summary.unreadable > 0 ? `Folders that could not be read: ${summary.unreadable}.` : undefined,
            summary.unnamed > 0
              ? `Entries with names that are not UTF-8, which no tool can open: ${summary.unnamed}.`
              : undefined,
            skippedNote(skipped.map((path) => shownPath(pathBelow(input.path, path)))),
          ),
        ],
        data: {
          path: input.path,
          entries: rows,
          count: rows.length,
          truncated,
          hidden: summary.sensitive + summary.denied,
          unreadable: summary.unreadable,
          unnamed: summary.unnamed,
          skipped: skipped.map((path) => pathBelow(input.path, path)),
        },
      })
    },
  })
}

function depthOf({ depth, recursive }: ListInput): number {
  return depth ?? (recursive ? Number.POSITIVE_INFINITY : 1)
}

interface Listing {
  readonly entries: readonly FileEntry[]
  readonly truncated: boolean
  /** Folders that are listed, but not what is in them. */
  readonly skipped: readonly string[]
  readonly summary: WalkSummary
}

const nothingHidden: WalkSummary = { sensitive: 0, denied: 0, unreadable: 0, unnamed: 0 }

async function collect(
  input: ListInput,
  skippedFolders: readonly string[],
  { files, workspace, signal }: ToolContext,
): Promise<Listing> {
  const rules = input.ignore ? await rulesFor(files, input.path, workspace) : undefined
  const isShown = async (entry: FileEntry) => !(await rules?.ignores(entry.path, entry.kind === 'directory'))
  const skips = skippedBelow(input.path, skippedFolders)
  const skipped: string[] = []
  const enter = async (entry: FileEntry) => {
    if (!(await isShown(entry))) return false
    const isSkipped = skips.has(entry.path.slice(entry.path.lastIndexOf('/') + 1))
    if (isSkipped) skipped.push(entry.path)
    return !isSkipped
  }
  const walk = files.walk(input.path, { depth: depthOf(input), enter, signal })
  const entries: FileEntry[] = []
  for (let step = await walk.next(); ; step = await walk.next()) {
    if (step.done === true) return { entries, truncated: false, skipped, summary: step.value }
    if (!(await isShown(step.value))) continue
    if (entries.length === input.limit) {
      await walk.return(nothingHidden)
      return { entries, truncated: true, skipped, summary: nothingHidden }
    }
    entries.push(step.value)
  }
}

function skippedNote(folders: readonly string[]): string | undefined {
  if (folders.length === 0) return undefined
  const shown = folders.slice(0, 5).join(', ')
  return `Listed without their contents: ${shown}${folders.length > 5 ? `, … (${folders.length})` : ''}. List one by its path to see them.`
}

interface ListedRow {
  readonly path: string
  readonly type: FileEntry['kind']
  readonly size: number
  readonly modified: string
}

function describeEntry({ path, type, size, modified }: ListedRow): string {
  return `${shownPath(type === 'directory' ? `${path}/` : path)}\t${sizeOrType({ type, size })}\t${modified.slice(0, 16)}`
}

function sizeOrType({ type, size }: Pick<ListedRow, 'type' | 'size'>): string | number {
  switch (type) {
    case 'directory':
      return ''
    case 'file':
      return size
    case 'symlink':
      return 'link'
    case 'other':
      return 'other'
    default:
      return type satisfies never
  }
}
