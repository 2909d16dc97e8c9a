import type { DeferredTool } from '@drawbridge/core/registry'
import { skippedFolders } from './glob/skipped-folders.ts'

const filesystem = ['filesystem']

/**
 * Returns the group `fs`.
 * @param skipped Names of folders that `fs.glob` and `fs.list_files` pass over unless a call names one of them.
 */
export function createFileTools(skipped: readonly string[] = skippedFolders): readonly DeferredTool[] {
  const skips = skipped.length === 0 ? '' : ` Skips ${skipped.join(', ')} unless pattern or path names one.`
  return [
    {
      name: 'fs.read_file',
      description:
        'Reads a text file by lines, in any usual encoding, shows an image, or reads the cells of a notebook or the text of a PDF by pages. Starts at start_line and returns up to max_lines; when the result says that more follows, call again with the start_line it names.',
      permission: 'readonly',
      tags: filesystem,
      load: async () => (await import('./read-file.ts')).readFile,
    },
    {
      name: 'fs.write_file',
      description:
        'Creates a file with the given content. Fails if the file exists, unless overwrite or append is set. To change part of a file use fs.edit.',
      permission: 'write',
      tags: filesystem,
      load: async () => (await import('./write-file.ts')).writeFile,
    },
    {
      name: 'fs.edit',
      description:
        'Changes part of a text file. Each edit replaces `old` with `new`. `old` must match exactly one place. Copy `old` from the file with enough lines around it to be unique. All edits are applied or none. A unified diff can be given instead.',
      permission: 'write',
      tags: filesystem,
      load: async () => (await import('./edit.ts')).edit,
    },
    {
      name: 'fs.apply_patch',
      description:
        'Changes several files together: all changes are made, or none. Each change creates a file, edits one by replacing whole lines, moves it, or deletes it. For one file use fs.edit.',
      permission: 'write',
      tags: filesystem,
      load: async () => (await import('./patch/apply-patch.ts')).applyPatch,
    },
    {
      name: 'fs.delete',
      description: 'Deletes a file. A folder is deleted with everything in it, and only if recursive is set.',
      permission: 'write',
      risk: 'destructive',
      tags: [...filesystem, 'destructive'],
      load: async () => (await import('./delete.ts')).deletePath,
    },
    {
      name: 'fs.move',
      description:
        'Moves or renames a file. A folder is moved only if recursive is set. `to` is the full new path, not a folder to move into.',
      permission: 'write',
      tags: filesystem,
      load: async () => (await import('./move.ts')).move,
    },
    {
      name: 'fs.list_files',
      description:
        'Lists the files and folders in a folder with type, size and modification time. To find files by name use fs.glob.',
      permission: 'readonly',
      tags: filesystem,
      load: async () => (await import('./list-files.ts')).createListFiles(skipped),
    },
    {
      name: 'fs.glob',
      description: `Finds files whose path matches a pattern, newest first.${skips} To search in files use fs.search.`,
      permission: 'readonly',
      tags: filesystem,
      load: async () => (await import('./glob.ts')).createGlob(skipped),
    },
    {
      name: 'fs.search',
      description:
        'Searches the content of files for a regular expression or text and returns matching lines. Omits files that the call may not see, such as files with credentials, without counting them. To find files by name use fs.glob.',
      permission: 'readonly',
      tags: filesystem,
      load: async () => (await import('./search.ts')).search,
    },
  ]
}

/** Group `fs`, as it is unless the operator sets something. */
export const fileTools: readonly DeferredTool[] = createFileTools()
