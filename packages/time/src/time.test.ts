import { createRegistry, openRun } from '@drawbridge/core'
import { createFakeClock, createFakeIds, testPrincipal } from '@drawbridge/core/testing'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { propertyRuns } from '../../../scripts/test-support/property-runs.ts'
import { describeTime, isTimeZone } from './describe-time.ts'
import { now } from './now.ts'
import { timeRoom } from './room.ts'
import { wait } from './wait.ts'

const springForward = Date.UTC(2026, 2, 29, 0, 59, 59)

function start(ms = springForward) {
  const clock = createFakeClock(ms)
  const registry = createRegistry()
  for (const row of timeRoom.tools ?? []) {
    const load = async () => (row.name === 'time.now' ? now() : wait())
    registry.registerDeferred({ ...row, load }, { native: true })
  }
  const run = openRun({ registry, principal: testPrincipal, clock, ids: createFakeIds() })
  const waitFor = async (seconds: number, signal = new AbortController().signal) => {
    const { promise: started, resolve } = Promise.withResolvers<void>()
    run.events.subscribe(({ type }) => void (type === 'tool.started' && resolve()))
    const waiting = run.call({ name: 'time.wait', arguments: { seconds } }, { signal })
    await started
    await new Promise(setImmediate)
    return { waiting }
  }
  return { clock, run, waitFor }
}

const textOf = (outcome: { readonly result: { readonly content: readonly { readonly type: string }[] } }): unknown =>
  outcome.result.content.map((block) => ('text' in block ? block.text : '')).join('\n')

describe('time.now', () => {
  test('tells weekday, time and offset of the zone that was asked for', async () => {
    const outcome = await start().run.call({ name: 'time.now', arguments: { timezone: 'Asia/Kathmandu' } })
    expect(textOf(outcome)).toBe('Sunday, 2026-03-29T06:44:59+05:45 (Asia/Kathmandu)')
  })

  test('names a zone that does not exist, and says how zones are named', async () => {
    const outcome = await start().run.call({ name: 'time.now', arguments: { timezone: 'Mars/Olympus' } })
    expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
    expect(textOf(outcome)).toMatch(/"Mars\/Olympus".*Use a name such as "Europe\/Berlin"/)
  })

  test('jumps with the clocks of the zone', () => {
    expect(describeTime(springForward, 'Europe/Berlin').iso).toBe('2026-03-29T01:59:59+01:00')
    expect(describeTime(springForward + 1_000, 'Europe/Berlin').iso).toBe('2026-03-29T03:00:00+02:00')
  })

  test('is the moment of the clock in every time zone', () => {
    const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC', '+05:30', '-11:00']
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
    fc.assert(
      fc.property(seconds, fc.constantFrom(...zones), (second, zone) => {
        expect(isTimeZone(zone)).toBe(true)
        expect(Date.parse(describeTime(second * 1_000, zone).iso)).toBe(second * 1_000)
      }),
      { numRuns: propertyRuns(200) },
    )
  })
})

describe('time.wait', () => {
  test('ends when the time is over, not before', async () => {
    const { waitFor, clock } = start()
    const { waiting } = await waitFor(300)
    const ended = vi.fn()
    void waiting.then(ended)
    await clock.advance(299_999)
    expect(ended).not.toHaveBeenCalled()
    await clock.advance(1)
    expect(await waiting).toMatchObject({ status: 'ok', result: { data: { waited_seconds: 300 } } })
  })

  test('ends at once if its call is aborted', async () => {
    const { waitFor, clock } = start()
    const abort = new AbortController()
    const { waiting } = await waitFor(300, abort.signal)
    await clock.advance(1_000)
    abort.abort()
    expect(await waiting).toMatchObject({ status: 'cancelled', code: 'aborted' })
  })

  test('refuses more than five minutes', async () => {
    const outcome = await start().run.call({ name: 'time.wait', arguments: { seconds: 301 } })
    expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
  })
})
