import { kill } from 'node:process'

/** To a process or, with a negative number, to a group. What has ended meanwhile cannot be signalled, and need not be. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    kill(pid, signal)
  } catch {
    return
  }
}
