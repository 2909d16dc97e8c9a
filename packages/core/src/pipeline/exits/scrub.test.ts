import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createRegistry } from '../../registry/create-registry.ts'
import { openRun } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createScrubber, type Scrubber } from '../../scrub/index.ts'
import { createMemoryMachine, createMemoryRecorder, testPrincipal } from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { ToolDefinition } from '../../tool/tool.ts'

const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_')

const look = defineTool({
  name: 'demo.look',
  description: 'Looks at a file.',
  input: z.strictObject({ path: z.string() }),
  permission: 'readonly',
  targets: ({ path }) => [{ kind: 'path', path, access: 'read' }],
  execute: ({ path }) => ({ found: path, unreadable: true }),
})

async function everythingAbout(options: Partial<RunOptions>): Promise<string> {
  const registry = createRegistry()
  registry.register(look as ToolDefinition)
  const recorder = createMemoryRecorder()
  const machine = createMemoryMachine()
  const run = openRun({ registry, principal: testPrincipal, recorder, machine, resolver: machine.resolver, ...options })
  const call = { id: 'c', name: 'demo.look', arguments: { path: `/workspace/${token}` } }
  return JSON.stringify([await run.call(call), await run.explain(call), recorder.events])
}

describe('a secret in what a call touches', () => {
  test('does not leave with the outcome, its labels, the explanation or the record', async () => {
    const everything = await everythingAbout({})
    expect(everything).toContain('"status":"ok"')
    expect(everything).not.toContain(token)
  })

  test('does not leave where the end cannot be recorded', async () => {
    const recorder = {
      append: async ({ type }: { readonly type: string }) => {
        if (type !== 'tool.started') throw new Error(`no room for ${token}`)
      },
    }
    const everything = await everythingAbout({ recorder })
    expect(everything).toContain('store_unavailable')
    expect(everything).not.toContain(token)
  })

  test('does not leave where the result cannot be cleaned: then nothing of it does', async () => {
    const sound = createScrubber()
    const scrubber: Scrubber = {
      ...sound,
      scrubValue: (value) => {
        if (typeof value === 'object' && value !== null && 'unreadable' in value) throw new Error(`lost at ${token}`)
        return sound.scrubValue(value)
      },
    }
    const everything = await everythingAbout({ scrubber })
    expect(everything).toContain('internal_error')
    expect(everything).not.toContain(token)
    expect(everything).not.toContain('unreadable')
  })
})
