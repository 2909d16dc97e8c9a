/** A name without the habits of spelling that do not change what is meant: `filePath`, `file_path` and `File-Path` are one. */
export function foldName(name: string): string {
  return name.replaceAll(/[-_.\s]+/g, '').toLowerCase()
}
