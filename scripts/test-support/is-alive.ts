import { existsSync, readFileSync } from 'node:fs'

/** Returns true if a process still runs. One that has ended and only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, 'utf8'))
}
