import { fail, type ToolContext, toolOutput } from '@drawbridge/core'
import type { FileAccess, FileEntry, WalkSummary } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts'
import { note } from './note.ts'
import { failMissing } from './read-guard.ts'

const inputSchema = field.object({
  path: field.string().min(1).default('.').describe('Folder to list; absolute, or relative to the working folder.'),
  recursive: field.boolean().default(false).describe('Also list the contents of its folders.'),
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
 * Lists a folder in name order, folders before what they hold. What the caller may not see is absent.
 *
 * `data`: `{path, entries: [{path, type: 'file' | 'directory' | 'symlink' | 'other', size, modified}], count, truncated, hidden,
 * unreadable}`. Paths are relative to the folder, sizes in bytes, `modified` is ISO 8601. `hidden` counts entries left out since
 * they may hold credentials or a rule denies them, `unreadable` folders that could not be read; both only where the listing is complete.
 *
 * Codes: `file_not_found`.
 */
export const listFiles = defineToolBody({
  input: inputSchema,
  targets: (input) => [{ kind: 'path', path: input.path, access: 'list', recursive: depthOf(input) > 1 }],
  execute: async (input, context) => {
    const stat = (await context.files.stat(input.path)) ?? (await failMissing(context.files, input.path))
    if (stat.kind !== 'directory') {
      fail('invalid_target', `"${input.path}" is a file, not a folder. Read it with fs.read_file, or list its folder.`)
    }
    const { entries, truncated, summary } = await collect(input, context)
    const rows = entries.map(({ path, kind, size, modifiedMs }) => {
      return { path, type: kind, size, modified: new Date(modifiedMs).toISOString() }
    })
    return toolOutput({
      content: [
        ...(rows.length > 0 ? [{ type: 'text', text: entries.map(describeEntry).join('\n') } as const] : []),
        ...note(
          rows.length === 0 ? 'The folder has no entries to show.' : undefined,
          truncated
            ? `Stopped at ${rows.length} entries; there are more. Raise limit, or list a folder below.`
            : undefined,
          summary.sensitive > 0 ? `Not shown because they may contain credentials: ${summary.sensitive}.` : undefined,
          summary.denied > 0 ? `Not shown because a rule denies them: ${summary.denied}.` : undefined,
          summary.unreadable > 0 ? `Folders that could not be read: ${summary.unreadable}.` : undefined,
        ),
      ],
      data: {
        path: input.path,
        entries: rows,
        count: rows.length,
        truncated,
        hidden: summary.sensitive + summary.denied,
        unreadable: summary.unreadable,
      },
    })
  },
})

function depthOf({ depth, recursive }: ListInput): number {
  return depth ?? (recursive ? Number.POSITIVE_INFINITY : 1)
}

interface Listing {
  readonly entries: readonly FileEntry[]
  readonly truncated: boolean
  readonly summary: WalkSummary
}

const nothingHidden: WalkSummary = { sensitive: 0, denied: 0, unreadable: 0 }

async function collect(input: ListInput, { files, workspace, signal }: ToolContext): Promise<Listing> {
  const rules = input.ignore ? await rulesFor(files, input.path, workspace) : undefined
  const isShown = async (entry: FileEntry) => !(await rules?.ignores(entry.path, entry.kind === 'directory'))
  const walk = files.walk(input.path, { depth: depthOf(input), enter: isShown, signal })
  const entries: FileEntry[] = []
  for (let step = await walk.next(); ; step = await walk.next()) {
    if (step.done === true) return { entries, truncated: false, summary: step.value }
    if (!(await isShown(step.value))) continue
    if (entries.length === input.limit) {
      await walk.return(nothingHidden)
      return { entries, truncated: true, summary: nothingHidden }
    }
    entries.push(step.value)
  }
}

/** Rules count from the working folder down; for a folder outside of it from itself. */
async function rulesFor(files: FileAccess, path: string, workspace: string): Promise<IgnoreRules> {
  const folder = files.realPath(path)
  const top = folder.startsWith(`${workspace}/`) ? workspace : folder
  return createIgnoreRules({ folder, top, read: (ancestor) => files.readIgnoreFile(ancestor) })
}

function describeEntry({ path, kind, size, modifiedMs }: FileEntry): string {
  const time = new Date(modifiedMs).toISOString().slice(0, 16)
  switch (kind) {
    case 'directory':
      return `${path}/\t\t${time}`
    case 'file':
      return `${path}\t${size}\t${time}`
    case 'symlink':
      return `${path}@\t\t${time}`
    case 'other':
      return `${path}=\t\t${time}`
    default:
      return kind satisfies never
  }
}
