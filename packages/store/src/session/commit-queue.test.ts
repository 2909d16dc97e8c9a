import { DrawbridgeError } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { createCommitQueue } from './commit-queue.ts'

const limits = { maxItems: 3, maxBytes: 100, maxWaitingBytes: 1_000 }

test('commits together what comes together, within the limits of a group, in order', async () => {
  const groups: (readonly number[])[] = []
  const queue = createCommitQueue<number>({ ...limits, commit: async (items) => void groups.push(items) })
  await Promise.all([1, 2, 3, 4].map((item) => queue.add(item, 10)))
  await Promise.all([queue.add(5, 60), queue.add(6, 60)])
  expect(groups).toEqual([[1, 2, 3], [4], [5], [6]])
})

test('commits what is added in any moment after another was kept', async () => {
  const kept: number[] = []
  const queue = createCommitQueue<number>({ ...limits, commit: async (items) => void kept.push(...items) })
  for (let item = 0; item < 20; item += 1) {
    await queue.add(item, 1)
    // Between the end of one commit and the end of its work lie some turns of the microtask queue.
    for (let turn = 0; turn < item % 7; turn += 1) await undefined
  }
  await queue.idle()
  expect(kept).toEqual(Array.from({ length: 20 }, (_, item) => item))
})

test('rejects of a group only what cannot be kept itself', async () => {
  const kept: number[] = []
  const commit = async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('2 is no number for us')
    kept.push(...items)
  }
  const queue = createCommitQueue<number>({ ...limits, commit })
  const settled = await Promise.allSettled([1, 2, 3].map((item) => queue.add(item, 1)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(kept).toEqual([1, 3])
})

test('rejects a whole group at once where the database is away, and takes the next', async () => {
  let commits = 0
  const commit = async () => {
    commits += 1
    if (commits === 1) throw new DrawbridgeError('store_unavailable', 'away')
  }
  const queue = createCommitQueue<number>({ ...limits, commit })
  const settled = await Promise.allSettled([1, 2].map((item) => queue.add(item, 1)))
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await queue.add(3, 1)
  expect(commits).toBe(2)
})
