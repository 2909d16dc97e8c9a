import { readdirSync, readFileSync } from 'node:fs'

/** The processes of this machine that the kernel shows. Empty if there is no process file system. */
export interface ProcessTable {
  pids(): readonly number[]
  /** Undefined for a process that is gone or that only waits to be collected. */
  inspect(pid: number): { readonly parent: number; readonly group: number } | undefined
  /** Returns true if a process was started with this entry, `NAME=value`, in its environment. */
  hasEnvironment(pid: number, entry: string): boolean
  /** Returns true if it was started with a variable of this name. */
  hasVariable(pid: number, name: string): boolean
}

export const systemProcessTable: ProcessTable = {
  pids: () => {
    try {
      return readdirSync('/proc').map(Number).filter(Number.isInteger)
    } catch {
      return []
    }
  },
  inspect: (pid) => {
    // The name of the program is in parentheses and may contain blanks and parentheses itself.
    const [state, parent, group] = readOrEmpty(pid, 'stat')
      .replace(/^.*\) /s, '')
      .split(' ')
    return parent === undefined || state === 'Z' || state === 'X'
      ? undefined
      : { parent: Number(parent), group: Number(group) }
  },
  hasEnvironment: (pid, entry) => `\0${readOrEmpty(pid, 'environ')}`.includes(`\0${entry}\0`),
  hasVariable: (pid, name) => `\0${readOrEmpty(pid, 'environ')}`.includes(`\0${name}=`),
}

function readOrEmpty(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
