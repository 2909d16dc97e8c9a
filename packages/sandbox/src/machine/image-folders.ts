import { posix } from 'node:path'
import type { PathMap } from '../backend/create-path-map.ts'

/**
 * The folders of a search path inside that belong to the image: those in which something of this machine stands, or which depend on
 * the working folder, are left out, since others may have put a program there. Pure.
 */
export function imageFolders(searchPath: string, paths: Pick<PathMap, 'toHost'>): string {
  const isOfImage = (folder: string) => folder.startsWith('/') && paths.toHost(posix.resolve(folder)) === undefined
  return searchPath.split(':').filter(isOfImage).join(':')
}
