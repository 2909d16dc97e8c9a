import type { DrawbridgeEvent } from '@drawbridge/core'
import { expect, test } from 'vitest'
import { waitNote } from './wait-note.ts'

const commands = { approvals: 'drawbridge approvals', questions: 'drawbridge questions --home /h' }
const note = (event: object) => waitNote(event as DrawbridgeEvent, commands)

test('what waits for a person is said with the command that answers it', () => {
  expect(note({ type: 'question.asked' })).toContain('run in another terminal: drawbridge questions --home /h\n')
  expect(
    note({ type: 'permission.requested', request: { tool: 'a.b\n', askedAt: 1000, waitsUntil: 121_000 } }),
  ).toMatch(/^a\.b.* waits up to 120 s for approval\. .*: drawbridge approvals\n$/)
  expect(note({ type: 'permission.requested', request: { tool: 'a.b', askedAt: 1000 } })).toContain(
    'a.b waits for approval',
  )
  expect(note({ type: 'tool.started' })).toBeUndefined()
})
