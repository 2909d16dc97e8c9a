import { describe, expect, test } from 'vitest'
import { createThreadPool } from './create-thread-pool.ts'

const open = () =>
  createThreadPool<{ kind: string; text?: string }, string>({
    module: new URL('__fixtures__/thread.ts', import.meta.url).href,
  })
const never = new AbortController().signal

describe('a thread', () => {
  test('answers one job after another, and several at once', async () => {
    const pool = open()
    expect(await pool.run({ kind: 'echo', text: 'a' }, never)).toBe('a')
    const texts = ['b', 'c', 'd']
    expect(await Promise.all(texts.map((text) => pool.run({ kind: 'echo', text }, never)))).toEqual(texts)
  })

  test('that never ends is ended with its signal, while the event loop goes on', async () => {
    const pool = open()
    const controller = new AbortController()
    const running = pool.run({ kind: 'spin' }, controller.signal)
    setImmediate(() => controller.abort(new Error('time is up')))
    await expect(running).rejects.toThrow('time is up')
    expect(await pool.run({ kind: 'echo', text: 'next' }, never)).toBe('next')
  })

  test('says what its module threw, and that it died', async () => {
    const pool = open()
    await expect(pool.run({ kind: 'throw' }, never)).rejects.toThrow('no such thing')
    await expect(pool.run({ kind: 'die' }, never)).rejects.toThrow('ended before its job was done')
    expect(await pool.run({ kind: 'echo', text: 'next' }, never)).toBe('next')
  })

  test('sees nothing of the environment', async () => {
    expect(await open().run({ kind: 'environment' }, never)).toBe('')
  })
})
