import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLockTable, type LockRequest } from './lock-table.ts'

const lock = (key: string, mode: LockRequest['mode'], recursive = false): LockRequest => ({ key, mode, recursive })
const holder = { toolCallId: 'call_1', tool: 'demo.edit', session: 'session_1' }
const never = { holder, signal: new AbortController().signal }
const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('the lock table', () => {
  test('lets readers of one file go together and a writer go alone', async () => {
    const table = createLockTable()
    const first = await table.acquire([lock('/a', 'shared')], never)
    const second = await table.acquire([lock('/a', 'shared')], never)
    let written = false
    const writer = Promise.resolve(table.acquire([lock('/a', 'exclusive')], never)).then(() => {
      written = true
    })
    first[Symbol.dispose]()
    await tick()
    expect(written).toBe(false)
    second[Symbol.dispose]()
    await writer
    expect(written).toBe(true)
  })

  test('lets no one overtake a waiting writer', async () => {
    const table = createLockTable()
    const reader = await table.acquire([lock('/a', 'shared')], never)
    const order: string[] = []
    const writer = Promise.resolve(table.acquire([lock('/a', 'exclusive')], never)).then((held) => {
      order.push('writer')
      held[Symbol.dispose]()
    })
    const late = Promise.resolve(table.acquire([lock('/a', 'shared')], never)).then(() => order.push('late reader'))
    reader[Symbol.dispose]()
    await Promise.all([writer, late])
    expect(order).toEqual(['writer', 'late reader'])
  })

  test('holds everything below a folder that is deleted', async () => {
    const table = createLockTable()
    const folder = await table.acquire([lock('/a', 'exclusive', true)], never)
    expect(table.acquire([lock('/ab', 'exclusive')], never)).not.toBeInstanceOf(Promise)
    const below = table.acquire([lock('/a/b/c', 'shared')], never)
    expect(below).toBeInstanceOf(Promise)
    folder[Symbol.dispose]()
    await below
  })

  test('forgets who gave up waiting', async () => {
    const table = createLockTable()
    const held = await table.acquire([lock('/a', 'exclusive')], never)
    const giveUp = new AbortController()
    const waiting = Promise.resolve(table.acquire([lock('/a', 'exclusive')], { holder, signal: giveUp.signal }))
    giveUp.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    held[Symbol.dispose]()
    expect(table.acquire([lock('/a', 'exclusive')], never)).not.toBeInstanceOf(Promise)
  })

  test('names the call that a request would have to wait for, and none that only waits', async () => {
    const table = createLockTable()
    const held = await table.acquire([lock('/a', 'exclusive')], never)
    const second = { ...never, holder: { ...holder, toolCallId: 'call_2' } }
    const waiting = table.acquire([lock('/a', 'shared')], second)
    expect(table.holdersOf([lock('/a', 'shared')])).toEqual([holder])
    expect(table.holdersOf([lock('/b', 'shared')])).toEqual([])
    held[Symbol.dispose]()
    await waiting
    expect(table.holdersOf([lock('/a', 'exclusive')])).toEqual([second.holder])
  })

  test('never lets two conflicting holders in, and lets everybody in in the end', async () => {
    const request = fc.record({
      key: fc.constantFrom('/a', '/a/b', '/a/b/c', '/d'),
      mode: fc.constantFrom('shared' as const, 'exclusive' as const),
      recursive: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { maxLength: 15 }),
        async (calls) => {
          const table = createLockTable()
          const holding = new Set<readonly LockRequest[]>()
          const run = async (requests: readonly LockRequest[]) => {
            using _held = await table.acquire(requests, never)
            for (const others of holding) {
              for (const left of others) for (const right of requests) expect(excludes(left, right)).toBe(false)
            }
            holding.add(requests)
            await tick()
            holding.delete(requests)
          }
          await Promise.all(calls.map(run))
        },
      ),
      { numRuns: 50 },
    )
  })
})

/** The rule once more, from the description alone. */
function excludes(left: LockRequest, right: LockRequest): boolean {
  if (left.mode === 'shared' && right.mode === 'shared') return false
  const covers = (outer: LockRequest, inner: LockRequest) =>
    outer.key === inner.key || (outer.recursive && inner.key.startsWith(`${outer.key}/`))
  return covers(left, right) || covers(right, left)
}
