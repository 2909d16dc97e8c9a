import { readFileSync } from 'node:fs'
import { kill } from 'node:process'

/** Names a process of this machine so that no later one with the same number is taken for it: `pid-start`. */
export function processIdentity(pid: number): string {
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
    return kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
