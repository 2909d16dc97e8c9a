import type { CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { connectClient, eras } from '../__fixtures__/connect-client.ts'
import { demoTools } from '../__fixtures__/demo-tools.ts'

const outcomeOf = (result: CallToolResult) => result._meta?.['drawbridge/outcome']

describe.each(eras)('a client that speaks %s', (era) => {
  test('is shown the tools under names that it accepts, with hints and the canonical name', async () => {
    await using connected = await connectClient({ era })
    const { tools } = await connected.client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['demo__add', 'demo__chatter', 'demo__note', 'demo__wait'])
    expect(tools[0]).toMatchObject({
      description: 'Adds two numbers.',
      inputSchema: { type: 'object', required: ['left', 'right'] },
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
      _meta: { 'drawbridge/tool': 'demo.add' },
    })
    expect(tools[2]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  test('gets a result with its label and outcome, paired by an id that is not its own', async () => {
    await using connected = await connectClient({ era })
    const result = await connected.client.callTool({ name: 'demo__add', arguments: { left: 2, right: 3 } })
    expect(result).toMatchObject({
      isError: false,
      content: [{ type: 'text', text: '{"sum":5}', _meta: { 'drawbridge/label': { trust: 'trusted' } } }],
      structuredContent: { sum: 5 },
      _meta: { 'drawbridge/outcome': { status: 'ok', toolCallId: expect.stringMatching(/^call_/) } },
    })
  })

  test.each([
    ['a tool that is not there', { name: 'demo__ad' }, 'unknown_tool', 'demo__add'],
    [
      'arguments that do not fit',
      { name: 'demo__add', arguments: { left: 'two', right: 3 } },
      'validation_error',
      'left',
    ],
    ['arguments that are missing', { name: 'demo__add' }, 'validation_error', 'left'],
    ['a prototype for a tool', { name: '__proto__', arguments: {} }, 'unknown_tool', '__proto__'],
  ])('reads in a tool result what is wrong with %s', async (_what, call, code, hint) => {
    await using connected = await connectClient({ era })
    const result = await connected.client.callTool(call)
    expect(result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining(hint) }] })
    expect(outcomeOf(result)).toMatchObject({ status: 'failed', code, retryable: false })
    expect(connected.recorder.types()).toEqual(['tool.failed'])
  })

  test('reads that nobody can approve at once where it cannot ask its person', async () => {
    await using connected = await connectClient({ era })
    const result = await connected.client.callTool({ name: 'demo__note', arguments: { text: 'hello' } })
    expect(outcomeOf(result)).toMatchObject({ status: 'denied', code: 'approval_unavailable' })
  })

  test('ends one call by cancelling it, and goes on with others', async () => {
    await using connected = await connectClient({ era })
    const controller = new AbortController()
    const running = Promise.withResolvers<void>()
    const waiting = connected.client.callTool(
      { name: 'demo__wait' },
      { signal: controller.signal, onprogress: () => running.resolve() },
    )
    await running.promise
    controller.abort()
    await expect(waiting).rejects.toThrow()
    const next = await connected.client.callTool({ name: 'demo__add', arguments: { left: 1, right: 1 } })
    expect(next.structuredContent).toEqual({ sum: 2 })
    expect(connected.recorder.types().slice(0, 2)).toEqual(['tool.started', 'tool.cancelled'])
  })

  test('receives the progress of a call', async () => {
    await using connected = await connectClient({ era })
    const controller = new AbortController()
    const told = Promise.withResolvers<unknown>()
    const waiting = connected.client.callTool(
      { name: 'demo__wait' },
      { signal: controller.signal, onprogress: told.resolve },
    )
    expect(await told.promise).toEqual({ progress: 50, total: 100, message: 'half way' })
    controller.abort()
    await expect(waiting).rejects.toThrow()
  })

  test('has its running calls ended and recorded when it goes away', async () => {
    const connected = await connectClient({ era })
    const running = Promise.withResolvers<void>()
    const waiting = connected.client.callTool({ name: 'demo__wait' }, { onprogress: () => running.resolve() })
    await running.promise
    await Promise.all([connected.client.close(), expect(waiting).rejects.toThrow()])
    await connected.server.closed
    expect(connected.recorder.types()).toEqual(['tool.started', 'tool.cancelled', 'run.ended'])
  })

  test('is shown many tools page by page, each once', async () => {
    const tools = Array.from({ length: 230 }, (_, index) => ({ ...demoTools[0]!, name: `many.tool${1000 + index}` }))
    await using connected = await connectClient({ era, tools })
    const last = await connected.client.listTools({ cursor: 'after:many.tool1199' })
    expect(last.tools.map((tool) => tool.name)).toEqual(tools.slice(200).map(({ name }) => name.replace('.', '__')))
    const { tools: all } = await connected.client.listTools()
    expect(new Set(all.map((tool) => tool.name)).size).toBe(all.length)
    expect(all).toHaveLength(234)
  })

  test('is told when the tools have changed, and is served the new ones', async () => {
    const changed = Promise.withResolvers<void>()
    const onChanged = () => changed.resolve()
    await using connected = await connectClient({ era, client: { listChanged: { tools: { onChanged } } } })
    connected.registry.register({ ...demoTools[0]!, name: 'late.add' })
    const result = await connected.client.callTool({ name: 'late__add', arguments: { left: 1, right: 2 } })
    expect(result.structuredContent).toEqual({ sum: 3 })
    await changed.promise
    const { tools } = await connected.client.listTools()
    expect(tools.map((tool) => tool.name)).toContain('late__add')
  })

  test('gets an error for a cursor of another server', async () => {
    await using connected = await connectClient({ era })
    await expect(connected.client.listTools({ cursor: 'page-2' })).rejects.toMatchObject({ code: -32602 })
  })
})
