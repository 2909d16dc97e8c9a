import { expect, test } from 'vitest'
import { repeatWithin } from './within.ts'

/** A clock that goes on by a time with each task. */
function slowTasks(taskMs: number) {
  let nowMs = 0
  return {
    task: async () => {
      nowMs += taskMs
    },
    now: () => nowMs,
  }
}

test.each([
  ['all of them, if they are fast', 10, 5, 5],
  ['as many as begin in time', 30, 5, 4],
  ['one, however slow it is', 1_000, 5, 1],
])('a phase of a measurement does %s', async (_, taskMs, times, expected) => {
  const { task, now } = slowTasks(taskMs)
  expect(await repeatWithin({ times, longestMs: 100 }, task, now)).toBe(expected)
})
