import type { ConversationEntry } from '@drawbridge/core/agent'
import { noUsage } from '@drawbridge/core/model'
import { expect, test } from 'vitest'
import { noConversation } from './conversation-state.ts'
import { reportOfNothing } from './report-of-nothing.ts'

const said = { run: 'r0', model: 'm', usage: noUsage, time: 1 } as const
const answer: ConversationEntry = {
  kind: 'answer',
  node: 'answer/1',
  blocks: [{ type: 'text', text: 'Yes.' }],
  ...said,
}
const message: ConversationEntry = { kind: 'message', node: 'message/1', from: 'user', text: 'And?', time: 1 }
const summary: ConversationEntry = { kind: 'compaction', node: 'compaction/1', shortened: [], time: 1 }

test.each([
  ['nothing was said', [], ''],
  ['the model has answered', [message, answer], 'Yes.'],
  ['what was answered became shorter', [message, answer, summary], 'Yes.'],
  ['a message has no answer', [answer, message], undefined],
  ['a summary covers all but a message', [summary, message], undefined],
])('a run that is to go on has nothing to do, or something, if %s', (_, entries, text) => {
  expect(reportOfNothing({ ...noConversation, entries }, 'r1')?.text).toBe(text)
})

test('a run that is to go on reads what waits', () => {
  const waiting = [{ node: 'waiting/1', from: 'user', text: 'And?' }] as const
  expect(reportOfNothing({ ...noConversation, entries: [answer], waiting }, 'r1')).toBeUndefined()
})
