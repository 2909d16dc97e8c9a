/** Folders that `fs.glob` and `fs.list_files` pass over unless a call names one of them, if the operator names no others. */
export const skippedFolders: readonly string[] = [
  '.git',
  'node_modules',
  'vendor',
  '.next',
  'dist',
  'build',
  'target',
  '.venv',
  '__pycache__',
]

/** Returns the names of folders to pass over below a path. A call that names one of them means what is in it. */
export function skippedBelow(path: string, folders: readonly string[] = skippedFolders): ReadonlySet<string> {
  const parts = path.split('/')
  return new Set(parts.some((part) => folders.includes(part)) ? [] : folders)
}
