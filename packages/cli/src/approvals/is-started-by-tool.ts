import { readFileSync } from 'node:fs'

/** What every program that a tool starts carries in its environment (`sandbox/src/process`). */
const marker = 'DRAWBRIDGE_PROCESS'

/**
 * Whether a tool of Drawbridge started this process, or one that it comes from: then a model sits at the command line, and no
 * person. A seat belt: a program that runs without a sandbox as the same user can hide where it comes from.
 */
export function isStartedByTool(environment: Readonly<Record<string, string | undefined>>): boolean {
  if (environment[marker] !== undefined) return true
  for (let pid = process.ppid; pid > 1; pid = parentOf(pid)) {
    if (`\0${read(pid, 'environ')}`.includes(`\0${marker}=`)) return true
  }
  return false
}

function parentOf(pid: number): number {
  // The name of the program stands in parentheses and may hold blanks and parentheses itself.
  const [, parent] = read(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')
  return Number(parent ?? 0)
}

/** Empty where the process is gone or another user's, and where there is no process file system. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
