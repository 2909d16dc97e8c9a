import { readdirSync, readFileSync } from 'node:fs'
import { pid } from 'node:process'

/** Returns the processes that this one has started and that are still there. Linux only: empty elsewhere. */
export function childProcesses(): ReadonlySet<string> {
  const found = threads(`${pid}`).flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).trim().split(' '))
  return new Set(found.filter((child) => child !== ''))
}

/**
 * Returns the processor time that all threads of this process and of others have taken, in milliseconds. Work of other programs on the
 * machine lengthens the time of a call far more than this. Linux only: 0 elsewhere.
 */
export function processorTime(others: ReadonlySet<string>): number {
  let nanoseconds = 0
  for (const process of [`${pid}`, ...others])
    for (const thread of threads(process))
      nanoseconds += Number(read(`/proc/${process}/task/${thread}/schedstat`).split(' ')[0])
  return nanoseconds / 1_000_000
}

function threads(process: string): readonly string[] {
  try {
    return readdirSync(`/proc/${process}/task`)
  } catch {
    return []
  }
}

/** A thread may have ended since it was listed. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
