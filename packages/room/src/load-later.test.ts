import { expect, test, vi } from 'vitest'
import { loadLater } from './load-later.ts'

test('a module is loaded with the first call, and once for many', async () => {
  const load = vi.fn(async () => (left: number, right: number) => left + right)
  const add = loadLater(load)
  expect(load).not.toHaveBeenCalled()
  expect(await Promise.all([add(1, 2), add(3, 4)])).toEqual([3, 7])
  expect(await add(5, 6)).toBe(11)
  expect(load).toHaveBeenCalledTimes(1)
})

test('a module that could not be loaded is tried again with the next call', async () => {
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new Error('busy'))
    .mockResolvedValue(() => 'here')
  const say = loadLater(load)
  await expect(say()).rejects.toThrow('busy')
  expect(await say()).toBe('here')
})
