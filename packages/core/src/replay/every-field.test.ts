import { expect, test } from 'vitest'
import type { DrawbridgeEvent } from '../event/drawbridge-event.ts'
import { openRun } from '../run/open-run.ts'
import { createScriptedApprover } from '../testing/index.ts'
import { createRecordedSession, roundTrip } from './__fixtures__/recorded-session.ts'

/**
 * What a replay takes from the record on trust: what came from outside, once. A change there shows only where something else
 * follows from it; against it there is the audit log's chain of hashes.
 */
const inputs: Readonly<Record<string, RegExp>> = {
  'any event': /^(sequence|time|timings|result\.(abortReason|partial))/,
  'run.started': /^(principal|workspace|lastingGrants|memoryOf|dialect)/,
  'tool.called': /^(receivedAt|name|arguments|toolCallId)/,
  'permission.requested': /^request\.(id|environment|expiresAt|askedAt|targets|earlier)/,
  'permission.decided': /^(approver|decision)/,
  'permission.granted': /^grant\.(id|grantedAt)$/,
  'tool.started': /^(input|targets)/,
  'tool.completed': /^result\.(content\[\d+\]\.(text|value)|data|media|meta\.redactions)/,
  'tool.failed': /^(arguments|result\.(code|content\[\d+\]\.text|retryable|data|meta\.redactions))/,
  'tool.denied': /^(arguments|result\.(meta\.(redactions|targets)))/,
  'run.aborted': /^(reason|by|run)$/,
}

/** The sentences of Drawbridge itself. They explain fields, which are compared, and may be worded better at any time. */
const sentences: Readonly<Record<string, RegExp>> = {
  'permission.requested':
    /^request\.(reason|asked\[\d+\]\.because|withheld\[\d+\]\.why|parts\[\d+\]\.(marks|notes)\[\d+\])$/,
  'permission.failed': /^message$/,
  'tool.started': /^decision\.(reason|steps\[\d+\]\.because)$/,
  'tool.completed': /^result\.meta\.decision\.(reason|steps\[\d+\]\.because)$/,
  'tool.failed': /^result\.(content\[0\]\.text|meta\.decision\.(reason|steps\[\d+\]\.because))$/,
  'tool.denied': /^result\.(content\[0\]\.text|meta\.decision\.(reason|steps\[\d+\]\.because))$/,
  'tool.cancelled': /^result\.(content\[0\]\.text|meta\.decision\.(reason|steps\[\d+\]\.because))$/,
}

async function recordAll(): Promise<ReturnType<typeof createRecordedSession>> {
  const session = createRecordedSession()
  const answers = (['allow_once', 'deny', 'allow_for_session'] as const).map((answer) => ({
    tool: 'demo.write',
    answer,
  }))
  const run = openRun({ ...session.runOptions, approvers: [createScriptedApprover(answers)] })
  for await (const _ of run.runTurn([
    { id: 'a', name: 'demo__read', arguments: { say: 'x', times: '2' } },
    { name: 'demo.read', arguments: { does: 'fail' } },
    { name: 'demo.write', arguments: { say: 'y' } },
  ]));
  await run.call({ id: 'a', name: 'demo.write', arguments: { does: 'data' } })
  await run.call({ name: 'demo.write' })
  await run.call({ name: 'demo.write', arguments: { say: 'z', times: 9_000 } })
  await run.call({ name: 'demo.raed' })
  run.abort('enough')
  return session
}

/** Every value in an event, by its path. */
function leavesOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [path]
  const entries = Object.entries(value)
  const isList = Array.isArray(value)
  return entries.flatMap(([key, member]) =>
    leavesOf(member, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
  )
}

function mutate(event: DrawbridgeEvent, path: string): DrawbridgeEvent {
  const copy = structuredClone(event) as unknown as Record<string, unknown>
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  const last = keys.pop() ?? ''
  const holder = keys.reduce((at, key) => at[key] as Record<string, unknown>, copy)
  const value = holder[last]
  holder[last] = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${String(value)}?`
  return copy as unknown as DrawbridgeEvent
}

test('a change to any field of a record is told, but for what came from outside', async () => {
  const { recorder, replay } = await recordAll()
  const events = roundTrip(recorder.events)
  expect(await replay()).toMatchObject({ status: 'equal' })
  const places = events.flatMap((event, index) => leavesOf(event).map((path) => ({ index, path })))
  expect(places.length).toBeGreaterThan(300)
  const [unnoticed, compared] = [new Set<string>(), new Set<string>()]
  for (const { index, path } of places) {
    const event = events[index]
    if (event === undefined) continue
    const { status, taken } = await replay({ events: events.with(index, mutate(event, path)) })
    const isSentence = sentences[event.type]?.test(path) === true
    const isInput = isSentence || inputs['any event']?.test(path) || inputs[event.type]?.test(path)
    // An event that has become one of an unknown type is told as taken.
    const isTold = status !== 'equal' || Object.keys(taken).length > 0
    if (!isTold && isInput !== true) unnoticed.add(`${event.type} ${path}`)
    if (isTold && isSentence) compared.add(`${event.type} ${path}`)
  }
  expect([...unnoticed]).toEqual([])
  expect([...compared]).toEqual([])
}, 60_000)
