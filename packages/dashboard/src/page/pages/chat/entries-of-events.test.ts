import { expect, it } from 'vitest'
import { entriesOfEvents } from './entries-of-events.ts'

const event = (position: number, type: string, facts: object) => ({
  ...{ position: String(position), type },
  event: { type, ...facts },
})

it('shows words once, a message that waited where it was placed, and a call with its end', () => {
  const entries = entriesOfEvents([
    event(1, 'message.received', { text: 'Fix it.' }),
    event(2, 'session.heard', { text: 'Fix it.' }),
    event(3, 'model.answered', {
      blocks: [
        { type: 'reasoning', text: 'x' },
        { type: 'text', text: 'I read it.' },
      ],
    }),
    event(4, 'tool.called', { toolCallId: 'c1', name: 'fs.read_file' }),
    event(5, 'message.received', { text: 'And test it.', waits: true }),
    event(6, 'tool.denied', { toolCallId: 'c1' }),
    event(7, 'message.placed', { text: 'And test it.' }),
    event(8, 'model.answered', { blocks: [{ type: 'call', id: 'c2' }] }),
  ])
  expect(entries).toEqual([
    { kind: 'words', id: '1', isUser: true, text: 'Fix it.' },
    { kind: 'words', id: '3', isUser: false, text: 'I read it.' },
    { kind: 'call', id: 'c1', tool: 'fs.read_file', status: 'denied' },
    { kind: 'words', id: '7', isUser: true, text: 'And test it.' },
  ])
})
