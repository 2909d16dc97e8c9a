import { setTimeout as wait } from 'node:timers/promises'
import type { Manner } from '../launch/manner.ts'
import type { ProcessTree } from './process-tree.ts'
import { sendSignal } from './send-signal.ts'

const lookEveryMs = 20
/** Rounds of killing, so that a program that forks while it is killed is outrun. */
const maxRounds = 100

/** Ends all processes of a tree. Resolves to those that are still alive, which is none but by the kernel's doing. */
export async function endTree(tree: ProcessTree, { signals, graceMs }: Manner): Promise<readonly number[]> {
  for (const signal of signals) {
    for (const pid of tree.alive()) sendSignal(pid, signal)
    for (let waited = 0; waited < graceMs && tree.alive().length > 0; waited += lookEveryMs) await wait(lookEveryMs)
  }
  for (let round = 0; round < maxRounds && tree.alive().length > 0; round += 1) {
    for (const pid of tree.alive()) sendSignal(pid, 'SIGKILL')
    await wait(lookEveryMs)
  }
  return tree.alive()
}
