import { expect, test, vi } from 'vitest'
import { followSignal } from './follow-signal.ts'

test('a signal that follows another one is aborted with it, for its reason', () => {
  const leader = new AbortController()
  const { signal } = followSignal(leader.signal)
  leader.abort('over')
  expect(signal).toMatchObject({ aborted: true, reason: 'over' })
  expect(followSignal(leader.signal).signal.reason).toBe('over')
})

test('aborted by itself, it leaves the other one alone', () => {
  const leader = new AbortController()
  const following = followSignal(leader.signal)
  following.abort('enough')
  expect(following.signal.reason).toBe('enough')
  expect(leader.signal.aborted).toBe(false)
})

test('disposed of, it follows no longer', () => {
  const leader = new AbortController()
  const { signal, [Symbol.dispose]: dispose } = followSignal(leader.signal)
  dispose()
  leader.abort()
  expect(signal.aborted).toBe(false)
})

test('a turn of many calls draws no warning of too many listeners', async () => {
  const warned = vi.fn()
  process.on('warning', warned)
  try {
    const { signal } = followSignal(new AbortController().signal)
    for (let call = 0; call < 40; call += 1) followSignal(signal)
    await new Promise(setImmediate)
    expect(warned).not.toHaveBeenCalled()
  } finally {
    process.off('warning', warned)
  }
})
