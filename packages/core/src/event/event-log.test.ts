import { describe, expect, test } from 'vitest'
import { createScrubber } from '../scrub/index.ts'
import { createFakeClock, createMemoryRecorder } from '../testing/index.ts'
import { createEventLog } from './event-log.ts'
import type { Recorder } from './recorder.ts'

function setUp(recorder: Recorder = createMemoryRecorder()) {
  return createEventLog({ session: 's', clock: createFakeClock(7), recorder, scrubber: createScrubber() })
}

describe('the event log', () => {
  test('stamps events with session, run, time and a number that grows by one', () => {
    const recorder = createMemoryRecorder()
    const log = setUp(recorder)
    void log.record({ type: 'run.aborted', reason: 'one' }, 'r', 'grouped')
    void log.record({ type: 'run.aborted', reason: 'two' }, 'r', 'durable')
    expect(recorder.events).toMatchObject([
      { sequence: 1, time: 7, session: 's', run: 'r', reason: 'one' },
      { sequence: 2, time: 7, session: 's', run: 'r', reason: 'two' },
    ])
  })

  test('drops a listener that throws and goes on', () => {
    const log = setUp()
    const heard: string[] = []
    log.subscribe(() => {
      throw new Error('deaf')
    })
    log.subscribe((event) => heard.push(event.type))
    log.announce({ type: 'run.aborted', reason: 'x' }, 'r')
    log.announce({ type: 'run.aborted', reason: 'y' }, 'r')
    expect(heard).toEqual(['run.aborted', 'run.aborted'])
  })

  test('tells listeners only of what the recorder has taken', async () => {
    const log = setUp({ append: async () => Promise.reject(new Error('full')) })
    const heard: string[] = []
    log.subscribe((event) => heard.push(event.type))
    await expect(log.record({ type: 'run.aborted', reason: 'x' }, 'r', 'durable')).rejects.toThrow('full')
    expect(heard).toEqual([])
  })

  test('records no secret that a person typed as the reason of an answer', () => {
    const recorder = createMemoryRecorder()
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    const decision = { requestId: 'a', answer: 'deny', reason: `use ${secret}` } as const
    void setUp(recorder).record(
      { type: 'permission.decided', toolCallId: 'c', approver: 'x', decision },
      'r',
      'grouped',
    )
    expect(JSON.stringify(recorder.events)).not.toContain(secret)
  })
})
