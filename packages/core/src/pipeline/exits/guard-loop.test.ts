import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approveEverything } from '../../approval/approve-with.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import { createRecordedSession } from '../../replay/__fixtures__/recorded-session.ts'
import { openRun, type Run } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createFakeClock, testPrincipal } from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'
import { createSessionState } from '../../tool/session-state.ts'
import type { RunSettings } from '../run-context.ts'

function start(tags: readonly string[] = [], settings: Partial<RunSettings> = {}, options: Partial<RunOptions> = {}) {
  const registry = createRegistry()
  registry.register(
    defineTool({
      name: 'demo.look',
      description: 'Looks.',
      input: z.strictObject({ at: z.string() }),
      permission: 'readonly',
      tags,
      execute: () => 'nothing new',
    }),
  )
  registry.register(
    defineTool({
      name: 'demo.change',
      description: 'Changes.',
      input: z.strictObject({}),
      permission: 'write',
      execute: () => 'changed',
    }),
  )
  return openRun({ registry, principal: testPrincipal, settings, ...options })
}

const look = (at = 'here') => ({ name: 'demo.look', arguments: { at } })

test('a model that repeats itself is warned, then its run is ended', async () => {
  const run = start()
  const results = []
  for (let time = 1; time <= 9; time += 1) results.push(await run.call(look()))
  expect(results[2]?.result.content).toHaveLength(1)
  expect(results[3]?.result.content.at(-1)).toMatchObject({ text: expect.stringContaining('made 4 times') })
  expect(results[7]?.result.content.at(-1)).toMatchObject({
    text: expect.stringContaining('kept repeating the same call'),
  })
  expect(run.signal.aborted).toBe(true)
  expect(results[8]).toMatchObject({ status: 'cancelled', code: 'aborted' })
})

test('one that looks at different things is left alone, and so is a tool that is made for polling', async () => {
  const run = start()
  for (let time = 0; time < 30; time += 1) await run.call(look(`place ${time}`))
  const polling = start(['polling'])
  for (let time = 0; time < 30; time += 1) await polling.call(look())
  expect([run.signal.aborted, polling.signal.aborted]).toEqual([false, false])
})

test('a script of a person may repeat itself', async () => {
  const run = start([], { endsLoops: false })
  for (let time = 0; time < 30; time += 1) expect((await run.call(look())).status).toBe('ok')
})

test('the calls of one run say nothing of another run of the session', async () => {
  const session = createSessionState()
  for (let count = 0; count < 9; count += 1) {
    const { result } = await start([], {}, { session }).call(look())
    expect(result.content).toHaveLength(1)
  }
})

describe('a run that serves many tasks', () => {
  const times = async (run: Run, count: number) => {
    let last = await run.call(look())
    for (let time = 1; time < count; time += 1) last = await run.call(look())
    return last
  }

  test('refuses the repeated call with the way out, and goes on with others', async () => {
    const clock = createFakeClock()
    const run = start([], { loopEnds: 'call' }, { clock })
    expect(await times(run, 8)).toMatchObject({ status: 'ok', text: expect.stringContaining('now refused for 60 s') })
    const refused = await run.call(look())
    expect(refused).toMatchObject({
      status: 'failed',
      code: 'rate_limited',
      result: { data: { retryAfterMs: 60_000 } },
    })
    expect(refused.text).toContain('call with another input')
    expect(await run.call(look('elsewhere'))).toMatchObject({ status: 'ok' })
    expect(run.signal.aborted).toBe(false)
    await clock.advance(60_000)
    expect(await run.call(look())).toMatchObject({ status: 'ok' })
  })

  test('allows the call again once another call has changed something', async () => {
    const run = start([], { loopEnds: 'call' }, { approvers: [approveEverything] })
    await times(run, 8)
    await run.call({ name: 'demo.change', arguments: {} })
    expect(await run.call(look())).toMatchObject({ status: 'ok', text: 'nothing new' })
  })

  test('replays the same', async () => {
    const session = createRecordedSession({ settings: { loopEnds: 'call' } })
    const run = openRun(session.runOptions)
    for (let time = 0; time < 10; time += 1) await run.call({ name: 'demo.read', arguments: { say: 'the same' } })
    expect(session.recorder.events.at(-1)).toMatchObject({ type: 'tool.failed', result: { code: 'rate_limited' } })
    expect(await session.replay()).toMatchObject({ status: 'equal' })
  })
})
