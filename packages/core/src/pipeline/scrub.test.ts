import { expect, test } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../registry/create-registry.ts'
import { openRun } from '../run/open-run.ts'
import { createScrubber, type Scrubber } from '../scrub/index.ts'
import { createMemoryMachine, createMemoryRecorder, testPrincipal } from '../testing/index.ts'
import { defineTool } from '../tool/define-tool.ts'
import type { ToolDefinition } from '../tool/tool.ts'
import { toolOutput } from '../tool/tool-return.ts'

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')
const filler = 'nothing to hide here\n'.repeat(20_000)

test('a large result is scrubbed in slices, as a small one is at once', async () => {
  const large = defineTool({
    name: 'demo.large',
    description: 'Returns much.',
    input: z.strictObject({}),
    permission: 'readonly',
    execute: () =>
      toolOutput({
        content: [{ type: 'text', text: `${filler}${token}\n${filler}` }],
        data: { rows: [filler, `a ${token}`, ...Array.from({ length: 10_000 }, (_, index) => ({ index }))] },
      }),
  })
  const registry = createRegistry()
  registry.register(large as ToolDefinition)
  const sound = createScrubber()
  const longest = { atOnce: 0, sliced: 0 }
  const scrubber: Scrubber = {
    ...sound,
    scrub: (text) => {
      longest.atOnce = Math.max(longest.atOnce, text.length)
      return sound.scrub(text)
    },
    sliced: {
      scrub: (text) => {
        longest.sliced = Math.max(longest.sliced, text.length)
        return sound.sliced.scrub(text)
      },
      scrubValue: sound.sliced.scrubValue,
    },
  }
  const recorder = createMemoryRecorder()
  const machine = createMemoryMachine()
  const run = openRun({ registry, principal: testPrincipal, recorder, machine, resolver: machine.resolver, scrubber })
  const outcome = await run.call({ id: 'c', name: 'demo.large', arguments: {} })
  expect(outcome.status).toBe('ok')
  expect(outcome.result.data).toEqual(expect.objectContaining({ rows: expect.arrayContaining(['a [REDACTED]']) }))
  expect(Object.values(outcome.result.meta.redactions)).toEqual([2])
  expect(JSON.stringify([outcome, recorder.events])).not.toContain(token)
  expect(longest.sliced).toBeGreaterThan(filler.length)
  expect(longest.atOnce).toBeLessThan(128 * 1024)
})
