import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** The absolute path under which a program would be started, or undefined. */
export function findOnPath(program: string, path: string | undefined): string | undefined {
  const folders = (path ?? '').split(delimiter).filter(isAbsolute)
  return folders.map((folder) => join(folder, program)).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
