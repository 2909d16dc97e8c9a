import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Authority } from '../../policy/authority.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import { openRun } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import { createMemoryRecorder, testPrincipal } from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { ToolDefinition } from '../../tool/tool.ts'

const narrow = defineTool({
  name: 'demo.narrow',
  description: 'Does one thing.',
  input: z.strictObject({ count: z.number() }),
  permission: 'readonly',
  execute: ({ count }) => `narrow ${count}`,
})

const wide = defineTool({
  name: 'demo.wide',
  description: 'Does anything.',
  input: z.strictObject({ what: z.string() }),
  permission: 'readonly',
  targets: ({ what }) => [{ kind: 'agent', id: what }],
  reroute: (_, [target]) =>
    target?.kind === 'agent' && target.id.startsWith('narrow ')
      ? { tool: 'demo.narrow', input: { count: Number(target.id.slice(7)) } }
      : undefined,
  execute: ({ what }) => `wide ${what}`,
})

/** Says of each tool what a test wants. */
const authority = (verdicts: Readonly<Record<string, 'allow' | 'deny'>>): Authority => ({
  decide: ({ tool }) => {
    const verdict = verdicts[tool] ?? 'allow'
    return {
      verdict,
      rule: `test.${tool}`,
      source: 'test',
      reason: tool,
      steps: [{ step: tool, verdict, because: '' }],
    }
  },
})

function start(tools: readonly ToolDefinition[], options: Partial<RunOptions> = {}) {
  const registry = createRegistry()
  for (const tool of tools) registry.register(tool)
  const recorder = createMemoryRecorder()
  return {
    recorder,
    run: openRun({ registry, principal: testPrincipal, recorder, authority: authority({}), ...options }),
  }
}

const call = { id: 'one', name: 'demo.wide', arguments: { what: 'narrow 7' } }
const both = [narrow, wide] as readonly ToolDefinition[]

describe('a call that really is one of another tool', () => {
  test('goes on as that one, under its id, and the start is recorded with both names', async () => {
    const { run, recorder } = start(both)
    const outcome = await run.call(call)
    expect(outcome).toMatchObject({
      status: 'ok',
      result: { toolCallId: 'one', content: [{ text: 'narrow 7' }], meta: { tool: 'demo.narrow' } },
    })
    expect(JSON.stringify(recorder)).toContain('"askedAs":"demo.wide"')
  })

  test('stays what it is otherwise', async () => {
    const outcome = await start(both).run.call({ ...call, arguments: { what: 'else' } })
    expect(outcome).toMatchObject({ status: 'ok', result: { content: [{ text: 'wide else' }] } })
  })

  test.each(['demo.wide', 'demo.narrow'])(
    'is denied where %s is: the stricter verdict holds, with both traces',
    async (name) => {
      const outcome = await start(both, { authority: authority({ [name]: 'deny' }) }).run.call(call)
      expect(outcome).toMatchObject({
        status: 'denied',
        result: { meta: { decision: { rule: `test.${name}` } } },
      })
      expect(outcome.result.meta.decision?.steps).toHaveLength(2)
    },
  )

  test('has to fit the other tool', async () => {
    const outcome = await start(both).run.call({ ...call, arguments: { what: 'narrow x' } })
    expect(outcome).toMatchObject({ status: 'failed', code: 'validation_error' })
  })

  test('does not run where the other tool is not in the set', async () => {
    const outcome = await start([wide as ToolDefinition]).run.call(call)
    expect(outcome).toMatchObject({ code: 'tool_not_available', message: expect.stringContaining('demo.narrow') })
  })

  test('is not a matter of tools that do not come from code', async () => {
    const foreign = { ...wide, origin: 'custom' } as ToolDefinition
    const outcome = await start([narrow as ToolDefinition, foreign]).run.call(call)
    expect(outcome).toMatchObject({ status: 'ok', result: { content: [{ text: 'wide narrow 7' }] } })
  })
})
