import { setTimeout as wait } from 'node:timers/promises'
import type { Manner } from '../launch/manner.ts'
import type { ProcessTree } from './process-tree.ts'
import { sendSignal } from './send-signal.ts'

const lookEveryMs = 20
/** Rounds of killing, so that a program that forks while it is killed is outrun. */
const maxRounds = 100

/** Ends all processes of a tree. Resolves to those that are still alive, which is none but by the kernel's doing. */
export async function endTree(tree: ProcessTree, manner: Manner): Promise<readonly number[]> {
  await askToEnd({ ...tree, asked: tree.alive }, manner)
  for (let round = 0; round < maxRounds && tree.alive().length > 0; round += 1) {
    for (const pid of tree.alive()) sendSignal(pid, 'SIGKILL')
    await wait(lookEveryMs)
  }
  return tree.alive()
}

/** The part of ending that a program may answer to: signals, and time for each. */
export async function askToEnd(
  { alive, asked }: ProcessTree & { readonly asked: () => readonly number[] },
  { signals, graceMs }: Manner,
): Promise<void> {
  for (const signal of signals) {
    for (const pid of asked()) sendSignal(pid, signal)
    // By the clock, because the check itself takes time if many processes run.
    const until = performance.now() + graceMs
    while (performance.now() < until && alive().length > 0) await wait(lookEveryMs)
  }
}
