import { expect, test } from 'vitest'
import { createRecordedSession, roundTrip } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'
import { createScrubber } from '../scrub/index.ts'
import { createFakeClock, createMemoryRecorder } from '../testing/index.ts'
import type { DrawbridgeEvent } from './drawbridge-event.ts'
import { coreEvents, createEventCatalogue, describeEvent, withEventFamilies } from './event-catalogue.ts'
import type { EventFamily } from './event-family.ts'
import { createEventLog } from './event-log.ts'
import { scrubFields } from './scrub-fields.ts'

/** As another package declares its events. */
interface WeatherEvents {
  readonly 'weather.asked': { readonly type: 'weather.asked'; readonly place: string; readonly note: string }
}
declare module './drawbridge-event.ts' {
  interface EventBodies extends WeatherEvents {}
}
const weatherEvents: EventFamily<WeatherEvents> = {
  'weather.asked': {
    scrub: scrubFields('note'),
    line: ({ place }) => ({ place }),
    replay: 'told',
    because: 'it tells of the weather',
    node: ({ place }) => ({ kind: 'weather', id: `weather/${place}`, keeps: 'first' }),
  },
}

const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const asked = { type: 'weather.asked', place: 'Oslo', note: `with ${secret}` } as const
const stamp = { sequence: 9, time: 7, session: 's', run: 'r' } as const
const stranger = { ...stamp, type: 'moon.rose', toolCallId: 'c', result: { where: 'east' }, note: 'x'.repeat(300) }

test('an event of another family is scrubbed as its family says', () => {
  const recorder = createMemoryRecorder()
  const catalogue = withEventFamilies([weatherEvents])
  const log = createEventLog({
    session: 's',
    clock: createFakeClock(7),
    recorder,
    scrubber: createScrubber(),
    catalogue,
  })
  void log.record(asked, 'r', 'grouped')
  expect(recorder.events).toMatchObject([{ type: 'weather.asked', place: 'Oslo', note: 'with [REDACTED]' }])
})

test('an event of a type that nobody declares is scrubbed as a whole, and shown with all its fields, shortened', () => {
  const recorder = createMemoryRecorder()
  const log = createEventLog({ session: 's', clock: createFakeClock(7), recorder, scrubber: createScrubber() })
  void log.record(asked, 'r', 'grouped')
  expect(JSON.stringify(recorder.events)).not.toContain(secret)
  expect(describeEvent(stranger)).toEqual({
    type: 'moon.rose',
    sequence: 9,
    time: 7,
    toolCallId: 'c',
    result: '{"where":"east"}',
    note: `${'x'.repeat(200)}…`,
  })
})

test('a line of a log has what the family of the event shows, and no more', () => {
  expect(describeEvent({ ...stamp, ...asked } as DrawbridgeEvent, withEventFamilies([weatherEvents]))).toEqual({
    type: 'weather.asked',
    sequence: 9,
    time: 7,
    place: 'Oslo',
  })
})

test('a type that two families declare is refused', () => {
  expect(() => createEventCatalogue([weatherEvents, weatherEvents])).toThrow(/weather\.asked/)
  expect(coreEvents.has('weather.asked')).toBe(false)
})

test('a replay goes around events of other families and of types that it does not know', async () => {
  const { runOptions, recorder, replay } = createRecordedSession()
  await openRun(runOptions).call({ name: 'demo.read', arguments: { say: 'x' } })
  const others = [stranger, { ...stamp, ...asked }] as unknown as readonly DrawbridgeEvent[]
  const events = roundTrip(recorder.events).flatMap((event) => [...others, event])
  const report = await replay({ events, catalogue: withEventFamilies([weatherEvents]) })
  expect(report).toMatchObject({
    status: 'equal',
    different: 0,
    taken: { 'it tells of the weather': 4, 'this version does not know its event type': 4 },
  })
})
