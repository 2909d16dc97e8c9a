import { expect, test } from 'vitest'
import { lastFeedback, sentBackOf } from './judge-result.ts'
import type { TaskEvent } from './task.ts'

const back = (gate: string, feedback = 'no'): Pick<TaskEvent, 'type' | 'data'> => ({
  type: 'judged',
  data: { passed: false, gate, feedback },
})
const of = (type: TaskEvent['type'], data = {}): Pick<TaskEvent, 'type' | 'data'> => ({ type, data })

test('a restart does not give a gate its retries again: the record counts them', () => {
  expect(sentBackOf([of('created'), back('lint'), of('stale'), of('dispatched'), back('lint'), back('tests')])).toEqual(
    {
      lint: 2,
      tests: 1,
    },
  )
})

test.each(['assigned', 'rejected', 'retried'] as const)('a task that was %s has all retries again', (type) => {
  expect(sentBackOf([of('created'), back('lint'), of(type)])).toEqual({})
  expect(lastFeedback([of('created'), back('lint'), of(type)])).toBeUndefined()
})

test('a gate that passed the work, or did not send it back, counts nothing', () => {
  const events = [of('created'), of('judged', { passed: true }), of('judged', { passed: false, feedback: 'bad' })]
  expect(sentBackOf(events)).toEqual({})
  expect(lastFeedback(events)).toBe('bad')
})
