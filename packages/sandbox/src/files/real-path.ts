import { realpathSync } from 'node:fs'

/** Returns the path without links; undefined if it cannot be followed. */
export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
