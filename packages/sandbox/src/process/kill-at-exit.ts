import type { ProgramTree } from '../launch/program.ts'

const trees = new Set<ProgramTree>()

/**
 * Kills a tree if this process exits before the handle is disposed of: the last chance for programs that were not ended
 * properly.
 */
export function killAtExit(tree: ProgramTree): Disposable {
  if (trees.size === 0) process.on('exit', killAll)
  trees.add(tree)
  return {
    [Symbol.dispose]: () => {
      trees.delete(tree)
      if (trees.size === 0) process.off('exit', killAll)
    },
  }
}

function killAll(): void {
  for (const tree of trees) tree.killNow()
}
