import { readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Names a process of this machine so that no later one with the same number is taken for it: `pid-start`. Files and containers that a
 * process leaves behind are known by it.
 * @param pid Default: this process.
 */
export function processIdentity(pid: number = process.pid): string {
  return `${pid}-${startOf(pid)}`
}

/** Returns true if the process with that name is alive. The name may continue after another hyphen. */
export function isProcessAlive(identity: string): boolean {
  const [number, start] = identity.split('-')
  const pid = Number(number)
  return Number.isInteger(pid) && pid > 0 && isThere(pid) && processIdentity(pid) === `${number}-${start}`
}

/** Without a process file system that tells the start time, the process id has to do. */
function startOf(pid: number): string {
  try {
    // The name of the program is in parentheses and may contain blanks and parentheses itself.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[19] ?? '0'
  } catch {
    return '0'
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
