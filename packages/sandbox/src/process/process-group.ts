import { kill } from 'node:process'
import type { ProcessTree } from './process-tree.ts'

/**
 * What can be known of a program's processes where the kernel shows none: whether anybody of its group is alive. The group
 * stands for its members as the negative number that signals take for it.
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
