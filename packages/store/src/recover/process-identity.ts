import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The process that records, identified so that another process can tell whether it is alive. */
export interface ProcessIdentity {
  /** The machine since its last start, within which process numbers are unique: a container is a host of its own. */
  readonly host: string
  readonly pid: number
  /**
   * The start time of the process, in the system's own words; empty if the system does not tell. A process number may be reused,
   * but never with the same start time.
   */
  readonly started: string
}

/** Returns the identity of this process. */
export function processIdentity(): ProcessIdentity {
  return { host: hostIdentity(), pid: process.pid, started: processStart(process.pid) ?? '' }
}

/**
 * Returns true if a process of this host has ended; undefined for one of another host, about which nothing is known
 * here.
 */
export function hasEnded({ host, pid, started }: ProcessIdentity): boolean | undefined {
  if (host !== hostIdentity()) return undefined
  const start = processStart(pid)
  if (start === undefined || !isThere(pid)) return !isThere(pid)
  return start !== started && started !== ''
}

let known: string | undefined

function hostIdentity(): string {
  known ??= [
    hostname(),
    ...[
      () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
      () => readlinkSync('/proc/self/ns/pid'),
    ].map(orEmpty),
  ].join(' ')
  return known
}

/**
 * Field 22 of its status, after the name, which may contain anything. Undefined if the process does not exist or its
 * status is unreadable.
 */
function processStart(pid: number): string | undefined {
  const status = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ')
  // A zombie no longer records anything.
  return state === 'Z' || state === 'X' ? 'ended' : fields[18]
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function orEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
