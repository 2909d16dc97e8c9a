import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { startBurners } from './start-burners.ts'

test('as many processes as wanted run, and are gone once they are disposed of', async () => {
  const { pids } = startAndDispose()
  expect(pids).toHaveLength(2)
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), 20_000)
})

function startAndDispose() {
  using burners = startBurners(2)
  expect(burners.pids.filter(isRunning)).toEqual(burners.pids)
  return burners
}

/** False also for one that has ended and waits for its parent to notice. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
