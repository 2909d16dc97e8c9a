import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../scripts/test-support/property-runs.ts'
import { systemClock } from '../clock/system-sources.ts'
import { createFakeClock } from '../testing/index.ts'
import { optionsOf, playSession, type RandomSession, randomSession } from './__fixtures__/random-session.ts'
import { createRecordedSession, roundTrip } from './__fixtures__/recorded-session.ts'

const equal = { different: 0, differences: [] }
/** All that a whole record may have and nothing can make again. */
const inputs = ['its run had called nothing']

async function recordUnderFakeClock(session: RandomSession) {
  const clock = createFakeClock(1_000_000)
  const recorded = createRecordedSession(optionsOf(session, clock), session.recordsInMs)
  let isOver = false
  const playing = playSession(session, recorded.runOptions).finally(() => {
    isOver = true
  })
  while (!isOver) await clock.advance(1)
  await playing
  return recorded
}

test('whatever happened in a session happens again, in every field', async () => {
  await fc.assert(
    fc.asyncProperty(randomSession, async (session) => {
      const { replay } = await recordUnderFakeClock(session)
      const report = await replay()
      expect(report).toMatchObject(equal)
      expect(inputs).toEqual(expect.arrayContaining(Object.keys(report.taken)))
    }),
    { numRuns: propertyRuns(120) },
  )
}, 400_000)

test('also as far as it came before its process died', async () => {
  await fc.assert(
    fc.asyncProperty(randomSession, fc.nat(), async (session, at) => {
      const { recorder, replay } = await recordUnderFakeClock(session)
      const events = roundTrip(recorder.events.slice(0, at % (recorder.events.length + 1)))
      const { different, differences } = await replay({ events })
      expect({ different, differences }).toEqual({ different: 0, differences: [] })
    }),
    { numRuns: propertyRuns(120) },
  )
}, 400_000)

test('also where the clock was a real one', async () => {
  await fc.assert(
    fc.asyncProperty(randomSession, async (session) => {
      const { runOptions, replay } = createRecordedSession(optionsOf(session, systemClock), session.recordsInMs)
      await playSession(session, runOptions)
      const report = await replay()
      expect(report).toMatchObject(equal)
      expect(inputs).toEqual(expect.arrayContaining(Object.keys(report.taken)))
    }),
    { numRuns: propertyRuns(25) },
  )
}, 400_000)
