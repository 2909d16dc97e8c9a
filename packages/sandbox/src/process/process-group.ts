import { kill } from 'node:process'
import type { ProcessTree } from './process-tree.ts'

/**
 * The processes of a program if the kernel does not list any: only if a process of its group is alive. The group is
 * represented by its negative number, as for signals.
 */
export function createProcessGroup(root: number): ProcessTree {
  return { alive: () => (isAlive(-root) ? [-root] : []) }
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}
