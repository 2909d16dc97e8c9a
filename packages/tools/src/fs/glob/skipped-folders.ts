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
