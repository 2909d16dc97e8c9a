import { fail, toolOutput } from '@drawbridge/core'
import { defineToolBody } from '@drawbridge/core/registry'
import { field } from '@drawbridge/core/schema'
import { failMissing, isWhole, readGuardKey } from './read-guard.ts'

/**
 * Deletes a file, or with `recursive` a folder and everything in it. For a symbolic link, it deletes the link. A backup is made if
 * the machine keeps backups.
 *
 * `data`: `{path, kind: 'file' | 'directory' | 'other', backed_up}`.
 *
 * Codes: `file_not_found`, `is_a_directory`, `stale_file`.
 */
export const deletePath = defineToolBody({
  input: field.object({
    path: field.string().min(1).describe('Path to delete; absolute, or relative to the working folder.'),
    recursive: field.boolean().default(false).describe('Delete a folder and everything in it.'),
  }),
  targets: ({ path, recursive }) => [{ kind: 'path', path, access: 'delete', recursive }],
  sinks: [{ pointer: '/path', kind: 'object' }],
  execute: async ({ path, recursive }, { files, session }) => {
    const stat = (await files.stat(path)) ?? (await failMissing(files, path))
    if (stat.kind === 'directory' && !recursive) {
      fail('is_a_directory', `"${path}" is a folder. Set recursive=true to delete it and everything in it.`)
    }
    const real = files.realPath(path)
    const guard = session.use(readGuardKey)
    const seen = guard.seen(real)
    const expected = seen && { size: seen.size, hash: isWhole(seen) ? seen.prefixHash : undefined }
    const { backedUp } = await files.remove(path, { recursive, ...(expected !== undefined && { expected }) })
    guard.forget(real)
    const kept = backedUp ? ' A backup was saved.' : ''
    return toolOutput({
      content: `Deleted the ${stat.kind === 'directory' ? 'folder' : 'file'} "${path}".${kept}`,
      data: { path, kind: stat.kind, backed_up: backedUp },
    })
  },
})
