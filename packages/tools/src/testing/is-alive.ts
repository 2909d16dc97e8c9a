import { existsSync, readFileSync } from 'node:fs'

/** Whether a process runs still; one that only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  const path = `/proc/${pid}/stat`
  return existsSync(path) && !/\) [ZX] /.test(readFileSync(path, 'utf8'))
}
