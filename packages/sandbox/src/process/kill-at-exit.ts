import { kill } from 'node:process'
import type { ProcessTree } from './process-tree.ts'

const trees = new Set<ProcessTree>()

/**
 * Kills a tree when this process exits before the handle is disposed of: the last chance for programs that nobody got round to
 * ending properly.
 */
export function killAtExit(tree: ProcessTree): Disposable {
  if (trees.size === 0) process.on('exit', killAll)
  trees.add(tree)
  return {
    [Symbol.dispose]: () => {
      trees.delete(tree)
      if (trees.size === 0) process.off('exit', killAll)
    },
  }
}

/** What ended meanwhile cannot be signalled, and need not be. */
function killAll(): void {
  for (const tree of trees) {
    for (const pid of tree.alive()) {
      try {
        kill(pid, 'SIGKILL')
      } catch {}
    }
  }
}
