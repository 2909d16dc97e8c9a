import type { DeclaredTarget } from '@drawbridge/core'
import type { PartOfCall } from '@drawbridge/core/registry'
import { field, type InferOutput } from '@drawbridge/core/schema'

const hunk = field.object({
  after: field
    .array(field.string().min(1))
    .max(20)
    .optional()
    .describe('Lines that come before the place, in order, if `old` alone occurs more than once.'),
  old: field.string().describe('Whole lines to replace, each with its line end. Empty: only insert.'),
  new: field.string().describe('The lines that take their place, each with its line end.'),
  at_end: field.boolean().default(false).describe('True if `old` is the end of the file.'),
})

/** The input schema of `fs.apply_patch`. */
export const patchInput = field.object({
  changes: field
    .array(
      field.object({
        action: field.enum(['create', 'edit', 'delete']),
        path: field.string().min(1).describe('File to change; absolute, or relative to the working folder.'),
        content: field.string().optional().describe('create: the complete content.'),
        hunks: field
          .array(hunk)
          .min(1)
          .max(500)
          .optional()
          .describe('edit: replacements of whole lines, in the order of the file.'),
        to: field.string().min(1).optional().describe('edit: the new path of the file.'),
      }),
    )
    .min(1)
    .max(200)
    .describe('The changes, one for each file.'),
})

/** The validated input of `fs.apply_patch`. */
export type PatchInput = InferOutput<typeof patchInput>
/** One change of a patch: to one file. */
export type PatchChange = PatchInput['changes'][number]
/** A replacement of whole lines. */
export type PatchHunk = NonNullable<PatchChange['hunks']>[number]

/** The rules over the whole input; returns what is wrong. */
export function checkPatch({ changes }: PatchInput): string | undefined {
  const paths = new Set<string>()
  for (const [index, change] of changes.entries()) {
    const problem = checkChange(change)
    if (problem !== undefined) return `changes[${index}] ${problem}`
    for (const path of [change.path, ...(change.to === undefined ? [] : [change.to])]) {
      if (paths.has(path)) return `changes[${index}] names "${path}" again. Put all changes of a file into one.`
      paths.add(path)
    }
  }
  return undefined
}

function checkChange({ action, content, hunks, to }: PatchChange): string | undefined {
  const given = { content, hunks, to }
  const allowed = { create: ['content'], edit: ['hunks', 'to'], delete: [] as string[] }[action]
  const odd = Object.entries(given).find(([name, value]) => value !== undefined && !allowed.includes(name))
  if (odd !== undefined) return `is of the action "${action}", which has no "${odd[0]}". Leave it out.`
  if (action === 'create' && content === undefined)
    return 'creates a file without content. Give content, which may be empty.'
  if (action === 'edit' && hunks === undefined && to === undefined)
    return 'edits nothing. Give hunks, or the new path as to.'
  for (const [index, { after, old, new: lines }] of (hunks ?? []).entries()) {
    const problem = [old, lines].some((text) => text !== '' && !text.endsWith('\n'))
      ? 'has a last line without its line end. Add it.'
      : old === lines
        ? 'changes nothing. Leave it out.'
        : after?.some((line) => line.includes('\n'))
          ? 'has a line with a line break in after. Give one line each.'
          : undefined
    if (problem !== undefined) return `hunks[${index}] ${problem}`
  }
  return undefined
}

type PathTarget = Extract<DeclaredTarget, { readonly kind: 'path' }>

/** Returns everything that a patch touches. */
export function targetsOfPatch(input: PatchInput): readonly PathTarget[] {
  return partsOfPatch(input).flatMap(({ targets }) => targets)
}

/** Returns the calls of the other file tools that a patch amounts to. */
export function partsOfPatch({ changes }: PatchInput): readonly PartOfCall[] {
  return changes.flatMap((change): readonly PartOfCall[] => {
    const { action, path, content, hunks, to } = change
    switch (action) {
      case 'create': {
        const input = { path, content, create_dirs: true, overwrite: false, append: false }
        return [{ tool: 'fs.write_file', input, targets: [{ kind: 'path', path, access: 'write' }] }]
      }
      case 'delete': {
        const targets = [removal(path), { kind: 'path', path, access: 'read' } as const]
        return [{ tool: 'fs.delete', input: { path, recursive: false }, targets }]
      }
      case 'edit':
        return [
          ...(hunks === undefined ? [] : [editPart(path, hunks)]),
          ...(to === undefined ? [] : [movePart(path, to)]),
        ]
      default:
        return action satisfies never
    }
  })
}

const removal = (path: string): PathTarget => ({ kind: 'path', path, access: 'delete', recursive: false })

function editPart(path: string, hunks: readonly PatchHunk[]): PartOfCall {
  const edits = hunks.map((hunk) => ({ old: hunk.old, new: hunk.new, replace_all: false }))
  const targets = [{ kind: 'path', path, access: 'write' } as const]
  return { tool: 'fs.edit', input: { path, edits, create_if_missing: false }, targets }
}

function movePart(from: string, to: string): PartOfCall {
  const targets: readonly PathTarget[] = [
    removal(from),
    { kind: 'path', path: from, access: 'read' },
    { kind: 'path', path: to, access: 'write' },
  ]
  return { tool: 'fs.move', input: { from, to, overwrite: false, recursive: false }, targets }
}
