import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../registry/create-registry.ts'
import { openRun } from '../run/open-run.ts'
import { testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import type { RunSettings } from './run-settings.ts'

function start(tags: readonly string[] = [], settings: Partial<RunSettings> = {}) {
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
  return openRun({ registry, principal: testPrincipal, settings })
}

const look = (at = 'here') => ({ name: 'demo.look', arguments: { at } })

test('a model that repeats itself is warned, then its run is ended', async () => {
  const run = start()
  const results = []
  for (let time = 1; time <= 9; time += 1) results.push(await run.call(look()))
  expect(results[2]?.result.content).toHaveLength(1)
  expect(results[3]?.result.content.at(-1)).toMatchObject({ text: expect.stringContaining('4th time') })
  expect(results[7]?.result.content.at(-1)).toMatchObject({ text: expect.stringContaining('going in circles') })
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
