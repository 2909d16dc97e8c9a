import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PreparedSandbox } from './prepared-sandbox.ts'
import { createPreparedSandboxes } from './prepared-sandboxes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const restMs = 100
const keptMs = 60_000
const one = { name: 'one' }
const two = { name: 'two' }
const three = { name: 'three' }

/** Sandboxes that are never built, and a record of what becomes of them. */
function open({ isReady = true } = {}) {
  const made: string[] = []
  const ended: string[] = []
  const prepared = createPreparedSandboxes<{ readonly name: string }>({ restMs, keptMs, max: 2 })
  const prepare = (key: { readonly name: string }) => () => {
    made.push(key.name)
    const ready = Promise.resolve(isReady)
    const end = async () => void ended.push(key.name)
    return { ready, wait: () => ready, end } as Partial<PreparedSandbox> as PreparedSandbox
  }
  const later = (key: { readonly name: string }) => prepared.prepareLater(key, prepare(key))
  return { prepared, made, ended, later }
}

test('a command that is the only one of its process is not followed by a preparation at once', async () => {
  const { made, later } = open()
  later(one)
  await vi.advanceTimersByTimeAsync(restMs - 1)
  expect(made).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(made).toEqual(['one'])
})

test('commands that follow each other at once do not pay for each other', async () => {
  const { prepared, made, later } = open()
  for (let count = 0; count < 5; count += 1) {
    later(one)
    await vi.advanceTimersByTimeAsync(restMs / 2)
    expect(await prepared.take(one)).toBeUndefined()
  }
  await vi.advanceTimersByTimeAsync(keptMs)
  expect(made).toEqual([])
})

test('one command gets what was prepared, in its workspace only', async () => {
  const { prepared, made, later } = open()
  later(one)
  await vi.advanceTimersByTimeAsync(restMs)
  later(one)
  await vi.advanceTimersByTimeAsync(restMs)
  expect(made).toEqual(['one'])
  expect(await prepared.take(two)).toBeUndefined()
  expect(await prepared.take(one)).toBeDefined()
  expect(await prepared.take(one)).toBeUndefined()
})

test('what no command needs is ended after a while, and the oldest for a new one', async () => {
  const { prepared, ended, later } = open()
  for (const key of [one, two, three]) later(key)
  expect(await prepared.settle()).toBe(2)
  expect(ended).toEqual(['one'])
  await vi.advanceTimersByTimeAsync(keptMs)
  expect(ended).toEqual(['one', 'two', 'three'])
  expect(await prepared.take(two)).toBeUndefined()
})

test('what cannot be built is given to no one', async () => {
  const { prepared, later } = open({ isReady: false })
  later(one)
  expect(await prepared.settle()).toBe(0)
  expect(await prepared.take(one)).toBeUndefined()
})

test('a workspace that changes before each command is not prepared for again and again, but after a while', async () => {
  const { prepared, made, later } = open()
  for (let count = 0; count < 10; count += 1) {
    later(one)
    await prepared.settle()
    await prepared.take(one)
    prepared.note(one, false)
  }
  expect(made).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(600_000)
  later(one)
  expect(await prepared.settle()).toBe(1)
})

test('nothing waits or is prepared once containment is over', async () => {
  const { prepared, made, ended, later } = open()
  later(one)
  await prepared.settle()
  later(two)
  await prepared[Symbol.asyncDispose]()
  later(three)
  await vi.advanceTimersByTimeAsync(keptMs)
  expect(made).toEqual(['one'])
  expect(ended).toEqual(['one'])
})
