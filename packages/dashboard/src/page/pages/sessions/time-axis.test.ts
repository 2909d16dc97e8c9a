import { expect, it } from 'vitest'
import { idleStretches, timeAxis } from './time-axis.ts'

const call = (receivedAt: number, endedAt: number) => ({
  id: `${receivedAt}`,
  tool: 'x',
  status: 'ok',
  receivedAt,
  endedAt,
})
const calls = [call(0, 1_000), call(241_000, 242_000)]

it('takes a long stretch without calls out of the axis, and says how long it was', () => {
  expect(idleStretches(calls, 0)).toEqual([{ from: 1_000, to: 241_000 }])
  expect(timeAxis(calls, 0, false)(241_000)).toBeCloseTo(0.51)
})

it('keeps the stretch with true time', () => {
  expect(timeAxis(calls, 0, true)(241_000)).toBeGreaterThan(0.99)
})

it('places 20,000 calls in order, between both ends', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => call(index * 10, index * 10 + 5))
  const axis = timeAxis(many, 0, false)
  const places = many.map(({ receivedAt }) => axis(receivedAt))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect([places[0], axis(200_000)]).toEqual([0, 1])
})
