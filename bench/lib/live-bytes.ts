import { memoryUsage } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import { collectGarbage } from './collect-garbage.ts'

/**
 * Returns the bytes that this process still needs: its heap and buffers after garbage collection. The size of the process itself says
 * little about them, since it also falls when unrelated pages are given back.
 */
export async function liveBytes(): Promise<number> {
  // Objects that wait for finalizers go only with the next collection.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    await wait(50)
  }
  const { heapUsed, external } = memoryUsage()
  return heapUsed + external
}
