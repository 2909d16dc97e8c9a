import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, expect, test } from 'vitest'
import { createRecordedSession } from '../replay/__fixtures__/recorded-session.ts'
import { openRun } from '../run/open-run.ts'

const endings: (() => void)[] = []

afterEach(() => {
  for (const end of endings.splice(0)) end()
})

function listenTo(name: string) {
  const messages: Record<string, unknown>[] = []
  const listener = (message: unknown) => void messages.push(message as Record<string, unknown>)
  subscribe(name, listener)
  endings.push(() => unsubscribe(name, listener))
  return messages
}

test('a channel tells every stage that a call leaves, in order, and where it ended', async () => {
  const stages = listenTo('drawbridge:stage')
  const run = openRun(createRecordedSession().runOptions)
  await run.call({ id: 'one', name: 'demo.plain', arguments: { say: 'hello' } })
  const gates = ['normalize', 'resolve', 'validate', 'target', 'limit', 'before', 'decide', 'flow', 'approve']
  const exits = ['scrub', 'after', 'bound', 'guardLoop']
  expect(stages.map(({ stage }) => stage)).toEqual([...gates, 'begin', 'execute', ...exits, 'record'])
  expect(stages.at(-1)).toEqual({
    stage: 'record',
    session: 'test-session',
    run: 'test-run',
    toolCallId: 'one',
    tool: 'demo.plain',
  })
  stages.length = 0
  await run.call({ name: 'demo.plain', arguments: { does: 7 } })
  expect(stages.filter(({ stopped }) => stopped !== undefined)).toEqual([
    expect.objectContaining({ stage: 'validate', stopped: 'validation_error' }),
  ])
})

test('a channel tells each event in a line without contents', async () => {
  const events = listenTo('drawbridge:event')
  const run = openRun(createRecordedSession().runOptions)
  await run.call({ id: 'one', name: 'demo.plain', arguments: { say: 'whispered' } })
  expect(events.map(({ type }) => type)).toEqual(['run.started', 'tool.called', 'tool.started', 'tool.completed'])
  expect(events.at(-1)).toMatchObject({
    session: 'test-session',
    run: 'test-run',
    toolCallId: 'one',
    tool: 'demo.plain',
  })
  expect(JSON.stringify(events)).not.toContain('whispered')
})

test('a subscriber that is gone is told nothing', async () => {
  const stages = listenTo('drawbridge:stage')
  for (const end of endings.splice(0)) end()
  expect(channel('drawbridge:stage').hasSubscribers).toBe(false)
  await openRun(createRecordedSession().runOptions).call({ name: 'demo.plain', arguments: {} })
  expect(stages).toEqual([])
})
