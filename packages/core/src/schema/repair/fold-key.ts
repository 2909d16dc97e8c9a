/** A key without case and separators: `filePath`, `file_path` and `File-Path` are one. */
export function foldKey(key: string): string {
  return key.replaceAll(/[_\-.\s]/g, '').toLowerCase()
}
