import { expect, test } from 'vitest'
import { createApprovals } from '../shared/approvals.ts'
import { openCalls } from '../shared/session-calls.ts'
import { createTestSession } from '../testing/create-test-session.ts'
import { joinApprovals } from './approval-interrupt.ts'

const write = (id: string) => ({ id, name: 'test__write', arguments: { path: `${id}.txt` } })

async function asked(ids: readonly string[]) {
  const approvals = createApprovals()
  await openCalls(createTestSession(), approvals).runTurn(ids.map(write))
  return approvals.toJSON()
}

function answered(saved: unknown, callId: string) {
  const approvals = createApprovals(saved)
  approvals.decide(callId, { answer: 'allow_once' })
  return approvals.toJSON()
}

test('answers that are in different values count together, in any order', async () => {
  const saved = await asked(['one', 'two'])
  const parts = [answered(saved, 'one'), answered(saved, 'two'), saved]
  for (const order of [parts, parts.toReversed()]) {
    const { waiting } = joinApprovals(order)
    expect(waiting.map(({ callId, answer }) => [callId, answer?.answer])).toEqual([
      ['one', 'allow_once'],
      ['two', 'allow_once'],
    ])
  }
})

test('a call that has ended in one value waits in none', async () => {
  const saved = await asked(['one'])
  const ended = { callId: 'one', given: saved.waiting[0]?.given ?? '', end: { status: 'ok', text: 'Done.' } } as const
  expect(joinApprovals([saved, { waiting: [], ended: [ended] }])).toEqual({ waiting: [], ended: [ended] })
})

test('nothing saved is nothing, and what no approvals saved is refused', () => {
  expect(joinApprovals([])).toEqual({ waiting: [], ended: [] })
  expect(() => joinApprovals([true])).toThrow('Not saved approvals')
})
