import { kill } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { ProcessTree } from './process-tree.ts'

/** How hard a tree is asked to end before it is killed. */
export interface Manner {
  /** Sent in this order before `SIGKILL`. */
  readonly signals: readonly NodeJS.Signals[]
  /** How long each of them has to work, in milliseconds. */
  readonly graceMs: number
}

/** As a person at a terminal would, who first presses Control-C. */
export const politely: Manner = { signals: ['SIGINT', 'SIGTERM'], graceMs: 1000 }
/** For what was left behind. */
export const quickly: Manner = { signals: ['SIGTERM'], graceMs: 200 }
export const atOnce: Manner = { signals: [], graceMs: 0 }

const lookEveryMs = 20
/** Rounds of killing, so that a program that forks while it is killed is outrun. */
const maxRounds = 100

/** Ends all processes of a tree. Resolves to those that are still alive, which is none but by the kernel's doing. */
export async function endTree(tree: ProcessTree, { signals, graceMs }: Manner): Promise<readonly number[]> {
  for (const signal of signals) {
    for (const pid of tree.alive()) send(pid, signal)
    for (let waited = 0; waited < graceMs && tree.alive().length > 0; waited += lookEveryMs) await wait(lookEveryMs)
  }
  for (let round = 0; round < maxRounds && tree.alive().length > 0; round += 1) {
    for (const pid of tree.alive()) send(pid, 'SIGKILL')
    await wait(lookEveryMs)
  }
  return tree.alive()
}

/** A process may have ended between being seen and being signalled. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    kill(pid, signal)
  } catch {
    return
  }
}
