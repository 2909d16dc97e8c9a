import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ConnectionEvent,
  type ConnectionState,
  coolDownMs,
  isLive,
  maxAttempts,
  maxMissed,
  reduceConnection,
  retryDelay,
} from './connection-state.ts'

const idle: ConnectionState = { status: 'idle', generation: 0 }

function run(events: readonly ConnectionEvent[], from: ConnectionState = idle) {
  return events.reduce(
    (step, event) => reduceConnection(step.state, event),
    reduceConnection(from, { type: 'due', generation: -1 }),
  )
}
const wanted: ConnectionEvent = { type: 'wanted' }
const connected = (generation = 1): ConnectionEvent => ({ type: 'connected', generation })
const refused = (generation: number): ConnectionEvent => ({
  type: 'refused',
  generation,
  reason: 'no',
  now: 1_000,
  chance: 0,
})
const missed: ConnectionEvent = { type: 'missed', generation: 1, reason: 'silent', now: 1_000, chance: 0 }

test('a connection starts when it is wanted, once, and is ready when it is connected', () => {
  expect(run([wanted])).toEqual({
    state: { status: 'connecting', generation: 1, failures: 0 },
    effects: [{ type: 'connect', generation: 1 }],
  })
  expect(run([wanted, wanted])).toMatchObject({ state: { generation: 1 }, effects: [] })
  expect(run([wanted, connected()]).state).toEqual({ status: 'ready', generation: 1 })
})

test('attempts back off, and after ten the connection cools down; someone who asks ends the wait', () => {
  let state = run([wanted]).state
  const waits: number[] = []
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const step = reduceConnection(state, refused(attempt))
    waits.push(...step.effects.flatMap((effect) => (effect.type === 'wait' ? [effect.delayMs] : [])))
    state =
      attempt === maxAttempts ? step.state : reduceConnection(step.state, { type: 'due', generation: attempt }).state
  }
  expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60, 60, 300].map((seconds) => seconds * 1_000))
  expect(state).toMatchObject({ status: 'cooling_down', until: 1_000 + coolDownMs })
  expect(reduceConnection(state, { type: 'retried' }).state).toMatchObject({ status: 'connecting', failures: 0 })
})

test('looks without an answer degrade it, an answer heals it, and the third in a row loses it', () => {
  const degraded = run([wanted, connected(), missed]).state
  expect(degraded).toMatchObject({ status: 'degraded', missed: 1, reason: 'silent' })
  expect(reduceConnection(degraded, { type: 'answered', generation: 1 }).state).toMatchObject({ status: 'ready' })
  const events = Array.from({ length: maxMissed }, () => missed)
  expect(run([wanted, connected(), ...events]).state).toMatchObject({ status: 'failed', failures: 1 })
})

test('the delay stays between three quarters and the whole of what it doubles to', () => {
  fc.assert(
    fc.property(fc.nat({ max: 200 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
      const whole = retryDelay(failures, 0)
      expect(retryDelay(failures, chance)).toBeGreaterThanOrEqual(whole * 0.75 - 1)
      expect(retryDelay(failures, chance)).toBeLessThanOrEqual(whole)
      expect(whole).toBeLessThanOrEqual(60_000)
    }),
  )
})

const timed = { reason: fc.constant('x'), now: fc.nat(), chance: fc.constant(0) }
const generation = fc.nat({ max: 6 })
const anyEvent: fc.Arbitrary<ConnectionEvent> = fc.oneof(
  fc.constantFrom<ConnectionEvent>({ type: 'wanted' }, { type: 'retried' }, { type: 'unused' }, { type: 'closed' }),
  fc.record({ type: fc.constantFrom('connected', 'answered', 'due'), generation }),
  fc.record({ type: fc.constantFrom('refused', 'lost', 'missed'), generation, ...timed }),
  fc.record({ type: fc.constant('blocked' as const), generation, reason: fc.constant('x') }),
) as fc.Arbitrary<ConnectionEvent>

test('whatever happens in whatever order, at most one attempt is open, each is closed again, and old news changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
      let state: ConnectionState = idle
      const open = new Set<number>()
      for (const event of events) {
        const step = reduceConnection(state, event)
        if ('generation' in event && event.generation !== state.generation) expect(step).toEqual({ state, effects: [] })
        expect(step.state.generation).toBeGreaterThanOrEqual(state.generation)
        for (const effect of step.effects) {
          if (effect.type === 'connect') open.add(effect.generation)
          if (effect.type === 'disconnect') open.delete(effect.generation)
        }
        state = step.state
        expect(open.size).toBe(isLive(state) || state.status === 'connecting' ? 1 : 0)
      }
    }),
    { numRuns: 500 },
  )
})
