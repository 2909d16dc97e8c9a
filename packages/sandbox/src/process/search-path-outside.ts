import { realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { isWithin } from '@drawbridge/core/base'

/**
 * Returns a search path for programs that this process starts for itself. A project may have a program of the same name: relative folders,
 * those of package managers and those in the given folders are left out.
 */
export function searchPathOutside(searchPath: string, projects: readonly string[]): string {
  const roots = projects.map(realOf).filter((project) => project !== '/')
  return searchPath
    .split(':')
    .filter((folder) => {
      const real = realOf(folder)
      return isAbsolute(folder) && !real.includes('/node_modules/') && !roots.some((root) => isWithin(root, real))
    })
    .join(':')
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
