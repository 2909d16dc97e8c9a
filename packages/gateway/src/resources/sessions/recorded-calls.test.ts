import { expect, it } from 'vitest'
import { callsOfEvents, partsOfEvents } from './recorded-calls.ts'

const event = (type: string, time: number, fields: object) => ({
  position: String(time),
  session: 's',
  type,
  event: { type, time, toolCallId: 'c1', ...fields },
})
const events = [
  event('tool.called', 1, { name: 'exec' }),
  event('permission.requested', 2, {}),
  event('permission.decided', 30, { decision: { answer: 'allow_once' } }),
  event('tool.started', 31, { tool: 'runtime.exec', input: { command: 'npm test' } }),
  event('tool.completed', 90, {
    tool: 'runtime.exec',
    timings: { approval: 28, execution: 59 },
    result: { content: [] },
  }),
]

it('joins the events of a call into one row with its stages', () => {
  expect(callsOfEvents(events)).toEqual([
    {
      ...{ id: 'c1', tool: 'runtime.exec', status: 'ok', receivedAt: 1, endedAt: 90, line: 'npm test', wasAsked: true },
      timings: { approval: 28, execution: 59 },
    },
  ])
})

it('shows a call that waits as asked, and one without an end as running', () => {
  expect(callsOfEvents(events.slice(0, 2))[0]?.status).toBe('asked')
  expect(callsOfEvents(events.slice(0, 4))[0]?.status).toBe('running')
})

it('finds what was recorded of one call', () => {
  expect(partsOfEvents(events)).toMatchObject({
    input: { command: 'npm test' },
    approval: { decision: { answer: 'allow_once' } },
  })
})
