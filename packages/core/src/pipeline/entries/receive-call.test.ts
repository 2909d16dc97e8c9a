import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DrawbridgeEvent, DrawbridgeEventBody } from '../../event/drawbridge-event.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import { openRun } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createFakeClock, createFakeIds, createMemoryRecorder, testPrincipal } from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { createSessionState } from '../../tool/session-state.ts'

const look = defineTool({
  name: 'demo.look',
  description: 'Looks.',
  input: z.strictObject({ at: z.string(), times: z.number().default(1) }),
  permission: 'readonly',
  execute: ({ at }) => at,
})

function start(options: Partial<RunOptions> = {}) {
  const registry = createRegistry()
  registry.register(look)
  const recorder = createMemoryRecorder()
  const clock = createFakeClock(1_000)
  const common = { registry, recorder, clock, ids: createFakeIds(), principal: testPrincipal }
  return { run: openRun({ ...common, ...options }), recorder, clock, options: common }
}

type Ended = Extract<DrawbridgeEvent, { result: unknown }>

function ofType<Type extends DrawbridgeEventBody['type']>(events: readonly DrawbridgeEvent[], type: Type) {
  return events.filter((event): event is Extract<DrawbridgeEvent, { type: Type }> => event.type === type)
}

const endsIn = (events: readonly DrawbridgeEvent[]) => events.filter((event): event is Ended => 'result' in event)

describe('the record of a call', () => {
  test('says what the model spelled, and its arguments only where no later event does', async () => {
    const { run, recorder } = start()
    await run.call({ name: 'demo__look', arguments: { at: 'a', times: 2 } })
    await run.call({ name: 'demo__look', arguments: { at: 'b' } })
    await run.call({ name: 'demo__look', arguments: { times: '3', at: 'c' } })
    await run.call({ name: 'demo__look', arguments: {} })
    const called = ofType(recorder.events, 'tool.called')
    expect(called.map(({ name }) => name)).toEqual(Array(4).fill('demo__look'))
    expect(called.map((event) => event.arguments)).toEqual([
      undefined,
      { keys: ['at'], other: {} },
      { keys: ['times', 'at'], other: { times: '3' } },
      undefined,
    ])
    expect(endsIn(recorder.events).at(-1)?.arguments).toEqual({})
  })

  test('comes before anything else of it, also where it was never a call', async () => {
    const { run, recorder } = start()
    await run.call('garbage')
    expect(recorder.events.slice(1)).toMatchObject([
      { type: 'tool.called', toolCallId: 'call_1', name: '' },
      { type: 'tool.failed', toolCallId: 'call_1', arguments: 'garbage' },
    ])
  })

  test('says which call of which turn it is', async () => {
    const { run, recorder } = start()
    for (const size of [2, 1]) {
      const calls = Array.from({ length: size }, (_, index) => ({ name: 'demo.look', arguments: { at: `${index}` } }))
      for await (const _ of run.runTurn(calls));
    }
    expect(ofType(recorder.events, 'tool.called').map(({ turn }) => turn)).toEqual([
      { number: 1, index: 0, size: 2 },
      { number: 1, index: 1, size: 2 },
      { number: 2, index: 0, size: 1 },
    ])
  })

  test('holds no secret that the model sent', async () => {
    const { run, recorder } = start()
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
    await run.call({ id: secret, name: 'demo.look', arguments: { at: 'x' } })
    await run.call({ id: secret, name: secret, arguments: { at: secret } })
    await run.call({ name: 'demo.look', arguments: { at: 'x', times: [secret] } })
    const called = JSON.stringify(ofType(recorder.events, 'tool.called').map(({ toolCallId: _, ...rest }) => rest))
    expect(called).not.toContain(secret)
  })

  test('ends at the time that its duration says', async () => {
    const { run, recorder, clock } = start()
    await clock.advance(5)
    await run.call({ name: 'demo.look', arguments: { at: 'x' } })
    const [called] = ofType(recorder.events, 'tool.called')
    const [ended] = endsIn(recorder.events)
    expect(ended?.time).toBe((called?.receivedAt ?? 0) + (ended?.result.meta.durationMs ?? Number.NaN))
  })
})

describe('the record of a run', () => {
  test('begins with its first call and says how it was opened, once', async () => {
    const { run, recorder } = start({ setup: { mode: 'plan' } })
    expect(recorder.events).toEqual([])
    await run.call({ name: 'demo.look' })
    await run.call({ name: 'demo.look' })
    expect(ofType(recorder.events, 'run.started')).toMatchObject([
      { sequence: 1, principal: testPrincipal, dialect: 'safe', setup: { mode: 'plan' }, lastingGrants: false },
    ])
  })

  test('tells runs that remember the same from those of another process', async () => {
    const { recorder, options } = start()
    const session = createSessionState()
    for (const [name, state] of [
      ['first', session],
      ['second', session],
      ['elsewhere', createSessionState()],
    ] as const) {
      const principal = { ...testPrincipal, run: name }
      await openRun({ ...options, recorder, principal, session: state }).call({ name: 'demo.look' })
    }
    const memories = ofType(recorder.events, 'run.started').map(({ run, memoryOf }) => [run, memoryOf])
    expect(memories).toEqual([
      ['first', 'first'],
      ['second', 'first'],
      ['elsewhere', 'elsewhere'],
    ])
  })

  test('has another fingerprint with another schema', async () => {
    const { run, recorder } = start()
    await run.call({ name: 'demo.look' })
    const registry = createRegistry()
    const { name, description, permission } = look
    registry.register(
      defineTool({ name, description, permission, input: z.strictObject({ at: z.number() }), execute: () => '' }),
    )
    await start({ registry, recorder }).run.call({ name: 'demo.look' })
    const [before, after] = ofType(recorder.events, 'run.started')
    expect(before?.tools).not.toBe(after?.tools)
  })
})
