import { createFakeClock } from '@drawbridge/core/testing'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../store/src/__fixtures__/describe-databases.ts'
import { accessSchema } from '../testing/access-schema.ts'
import { createAttempts, waitAfter } from './attempts.ts'

test('five tries are quick, then the wait doubles up to five minutes', () => {
  expect([1, 4, 5, 6, 7, 30].map(waitAfter)).toEqual([0, 0, 1_000, 2_000, 4_000, 300_000])
})

describeDatabases('attempts to log in', ({ open }) => {
  const begin = async (nodes: number) => {
    const clock = createFakeClock()
    const opened = []
    for (let node = 0; node < nodes; node += 1)
      opened.push(createAttempts(await open({ rooms: accessSchema }), { clock }))
    return { clock, nodes: opened, first: opened[0] ?? (await never()) }
  }
  const never = (): Promise<never> => Promise.reject(new Error('no node'))

  test('of fifty tries at once on two nodes, five are made', async () => {
    const { nodes } = await begin(2)
    const tries = await Promise.all(
      Array.from({ length: 25 }).flatMap(() => nodes.map((node) => node.begin(['address 1']))),
    )
    expect(tries.filter(({ allowed }) => allowed)).toHaveLength(5)
  })

  test('a try that must wait does not count, and is told how long', async () => {
    const { clock, first } = await begin(1)
    for (let failure = 0; failure < 5; failure += 1) await first.begin(['a'])
    for (let retry = 0; retry < 10; retry += 1)
      expect(await first.begin(['a'])).toEqual({ allowed: false, waitMs: 1_000 })
    clock.advance(1_000)
    expect(await first.begin(['a'])).toMatchObject({ allowed: true })
    expect(await first.begin(['a'])).toEqual({ allowed: false, waitMs: 2_000 })
  })

  test('a success is not counted as a failure, and an hour forgets', async () => {
    const { clock, first } = await begin(1)
    for (let round = 0; round < 20; round += 1) {
      const attempt = await first.begin(['a', 'b'])
      if (!attempt.allowed) throw new Error('must wait')
      await attempt.succeed()
    }
    for (let failure = 0; failure < 6; failure += 1) await first.begin(['a'])
    clock.advance(2 * 3_600_000)
    for (let failure = 0; failure < 4; failure += 1) expect(await first.begin(['a'])).toMatchObject({ allowed: true })
  })
})
