/** Returns true if `path` is `folder` or is below it. Both absolute, without `.` and `..`. */
export function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}
