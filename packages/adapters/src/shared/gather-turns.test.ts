import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { gatherTurns } from './gather-turns.ts'

interface Started {
  readonly id: number
  readonly readsOnly: boolean
  /** The number of rounds of the event loop for which it runs. */
  readonly rounds: number
}

const round = () => new Promise<void>((resolve) => setImmediate(resolve))

async function rounds(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await round()
}

const started = fc.record({ readsOnly: fc.boolean(), rounds: fc.nat(3) })
/** Groups of calls that start together, and the rounds between the groups. */
const groups = fc.array(fc.record({ calls: fc.array(started, { minLength: 1, maxLength: 3 }), pause: fc.nat(3) }), {
  minLength: 1,
  maxLength: 5,
})

test('calls that start together are one turn, and no turn with a write runs beside another', async () => {
  await fc.assert(
    fc.asyncProperty(groups, async (given) => {
      const turns: (readonly number[])[] = []
      const running = new Set<readonly Started[]>()
      const conflicts: number[] = []
      let left = given.flatMap(({ calls }) => calls).length
      const all = Promise.withResolvers<void>()
      const gatherer = gatherTurns<Started>(async (items) => {
        turns.push(items.map(({ id }) => id))
        const readsOnly = items.every((item) => item.readsOnly)
        for (const other of running)
          if (!(readsOnly && other.every((item) => item.readsOnly))) conflicts.push(turns.length)
        running.add(items)
        await rounds(Math.max(...items.map((item) => item.rounds)))
        running.delete(items)
        left -= items.length
        if (left === 0) all.resolve()
      })
      let id = 0
      const expected: number[][] = []
      for (const { calls, pause } of given) {
        const group: number[] = []
        for (const call of calls) {
          group.push(id)
          gatherer.add({ ...call, id }, call.readsOnly)
          id += 1
        }
        expected.push(group)
        await rounds(pause + 1)
      }
      await all.promise
      expect(conflicts).toEqual([])
      expect(turns).toEqual(expected)
    }),
    { numRuns: propertyRuns(50) },
  )
})

test('a call that a tool of a turn makes does not wait for that turn', async () => {
  const did: string[] = []
  const over = Promise.withResolvers<void>()
  const gatherer = gatherTurns<string>(async ([name = '']) => {
    did.push(`begin ${name}`)
    if (name === 'inner') return over.resolve()
    gatherer.add('inner', false)
    await over.promise
    did.push(`end ${name}`)
  })
  gatherer.add('outer', false)
  await expect.poll(() => did).toEqual(['begin outer', 'begin inner', 'end outer'])
})
