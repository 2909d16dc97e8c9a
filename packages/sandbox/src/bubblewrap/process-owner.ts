import { readFileSync } from 'node:fs'
import { pid } from 'node:process'

/** A name for a process that no later process has: what it leaves behind is known by it. Default: this process. */
export function ownerName(number: number = pid): string {
  return `${number}-${startOf(number) ?? 0}`
}

export function isOwnerAlive(owner: string): boolean {
  const [number, start] = owner.split('-')
  return start !== undefined && startOf(Number(number)) === start
}

/** Returns the start time of a process, in ticks since the machine started. */
function startOf(number: number): string | undefined {
  try {
    // The name of the program is in parentheses and may contain blanks and parentheses itself.
    return readFileSync(`/proc/${number}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')[19]
  } catch {
    return undefined
  }
}
