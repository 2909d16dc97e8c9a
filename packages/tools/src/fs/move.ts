import { fail, toolOutput } from '@drawbridge/core'
import type { FileAccess } from '@drawbridge/core/machine'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { checkUnchanged, failMissing, type ReadGuard, readGuardKey } from './read-guard.ts'

/**
 * Moves or renames a file, or with `recursive` a folder, creating missing folders on the way. A file at the new path is
 * only replaced with `overwrite`, after a backup; a folder never is. `data`: `{from, to, kind: 'file' | 'directory' |
 * 'other', overwritten, backed_up}`. Codes: `file_not_found`, `is_a_directory`, `path_conflict`, `stale_file` (the file
 * to replace changed since it was read).
 */
export const move = defineToolBody({
  input: field.object({
    from: field.string().min(1).describe('Path to move; absolute, or relative to the working folder.'),
    to: field.string().min(1).describe('Its new path.'),
    overwrite: field.boolean().default(false).describe('Replace an existing file.'),
    recursive: field.boolean().default(false).describe('Move a folder and everything in it.'),
  }),
  targets: ({ from, to, recursive }) => [
    { kind: 'path', path: from, access: 'delete', recursive },
    // Elsewhere it can be read.
    { kind: 'path', path: from, access: 'read', recursive, whole: true },
    { kind: 'path', path: to, access: 'write', recursive },
  ],
  // Nothing but its paths, which decide if they are outside the workspace.
  sinks: [],
  replacesContent: () => true,
  execute: async ({ from, to, overwrite, recursive }, { files, session }) => {
    const stat = (await files.stat(from)) ?? (await failMissing(files, from))
    if (stat.kind === 'directory' && !recursive) {
      fail('is_a_directory', `"${from}" is a folder. Set recursive=true to move it and everything in it.`)
    }
    const guard = session.use(readGuardKey)
    const places = { from: files.realPath(from), to: files.realPath(to) }
    const overwritten = await checkDestination(files, guard, { to, real: places.to, overwrite })
    const { backedUp } = await files.move(from, to, { overwrite, createDirectories: true })
    guard.move(places.from, places.to)
    return toolOutput({
      content: `Moved "${from}" to "${to}"${overwritten ? ', replacing the existing file' : ''}.`,
      data: { from, to, kind: stat.kind, overwritten, backed_up: backedUp },
    })
  },
})

interface Destination {
  readonly to: string
  readonly real: string
  readonly overwrite: boolean
}

/** Resolves to whether a file will be replaced. */
async function checkDestination(files: FileAccess, guard: ReadGuard, { to, real, overwrite }: Destination) {
  const existing = await files.stat(to)
  if (existing === undefined) return false
  if (existing.kind === 'directory') {
    fail('path_conflict', `"${to}" is an existing folder. Give the full new path, including the name.`)
  }
  if (!overwrite)
    fail('path_conflict', `"${to}" already exists. Set overwrite=true to replace it, or choose another name.`)
  const seen = guard.seen(real)
  if (seen !== undefined) await checkUnchanged(files, to, seen)
  return true
}
