/** Folders that `fs.glob` passes over unless a call names one of them. */
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
export function skippedBelow(path: string): ReadonlySet<string> {
  const parts = path.split('/')
  return new Set(parts.some((part) => skippedFolders.includes(part)) ? [] : skippedFolders)
}
