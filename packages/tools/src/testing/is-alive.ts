import { existsSync, readFileSync } from 'node:fs'

/** Returns true if a process still runs; a zombie does not count. */
export function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, 'utf8'))
}
