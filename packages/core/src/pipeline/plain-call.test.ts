import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../registry/create-registry.ts'
import { createRunContext } from '../run/create-run-context.ts'
import { createScrubber } from '../scrub/index.ts'
import { createFakeClock, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import { callTool } from './entries/call-tool.ts'
import type { RunContext } from './run-context.ts'
import { admission, inspection } from './stages.ts'

const input = z.strictObject({ path: z.string(), line: z.number() })
const look = defineTool({
  name: 'demo.look',
  description: 'Looks at a line.',
  input,
  permission: 'readonly',
  execute: ({ path }) => path,
})
const wait = defineTool({ ...look, name: 'demo.wait', execute: async ({ path }) => path })
const raw = (name: string) => ({ name, arguments: { path: 'a.ts', line: 1 } })

function setUp() {
  const registry = createRegistry()
  for (const tool of [look, wait]) registry.register(tool)
  const clock = createFakeClock()
  const after = vi.spyOn(clock, 'after')
  const scrubber = createScrubber()
  const scrub = vi.spyOn(scrubber, 'scrub')
  const scrubValue = vi.spyOn(scrubber, 'scrubValue')
  const opened = createRunContext({ registry, principal: testPrincipal, clock, scrubber })
  const digest = vi.fn(opened.ports.digest)
  const context: RunContext = { ...opened, ports: { ...opened.ports, digest } }
  return { context, after, digest, scrub, scrubValue }
}

afterEach(() => vi.unstubAllGlobals())

function countControllers(): () => number {
  let made = 0
  vi.stubGlobal(
    'AbortController',
    class extends AbortController {
      constructor() {
        super()
        made += 1
      }
    },
  )
  return () => made
}

test('a call on which nothing waits makes no timer, no abort controller and no digest', async () => {
  const { context, after, digest } = setUp()
  const controllers = countControllers()
  expect(await callTool(raw('demo.look'), context)).toMatchObject({ status: 'ok' })
  expect([after.mock.calls.length, controllers(), digest.mock.calls.length]).toEqual([0, 0, 0])
})

test('a tool that waits and never looks at its signal has a timer and no abort controller', async () => {
  const { context, after } = setUp()
  const controllers = countControllers()
  expect(await callTool(raw('demo.wait'), context)).toMatchObject({ status: 'ok' })
  expect([after.mock.calls.length, controllers()]).toEqual([1, 0])
})

test('gates on which nothing waits make no promise', () => {
  const { context } = setUp()
  const inspected = inspection.pass({ raw: raw('demo.look'), receivedAt: 0 }, context)
  if (inspected instanceof Promise || !inspected.passed) throw new Error('The inspection waited.')
  expect(admission.pass(inspected.call, context)).not.toBeInstanceOf(Promise)
})

test('a result is scrubbed once, and the input once, for the record', async () => {
  const { context, scrub, scrubValue } = setUp()
  await callTool(raw('demo.look'), context)
  expect(scrub.mock.calls.filter(([text]) => text === 'a.ts')).toHaveLength(1)
  expect(scrubValue.mock.calls).toEqual([[{ path: 'a.ts', line: 1 }]])
})
