import { expect, it } from 'vitest'
import { provideProof, requireProof } from './proof.ts'

it('asks the person once for requests at the same time, and again for a later one', async () => {
  let times = 0
  const takeAway = provideProof(async () => {
    times += 1
    return true
  })
  expect(await Promise.all([requireProof(), requireProof()])).toEqual([true, true])
  expect(await requireProof()).toBe(true)
  expect(times).toBe(2)
  takeAway()
  expect(await requireProof()).toBe(false)
})
