import { type Approver, defineTool, fail, toolOutput } from '@drawbridge/core'
import { createMemoryArtifactStore } from '@drawbridge/core/artifact'
import { strictSchema } from '@drawbridge/core/schema'
import { createFakeClock, createFakeIds } from '@drawbridge/core/testing'
import type { CallToolResult } from '@modelcontextprotocol/client'
import { describe, expect, test, vi } from 'vitest'
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

  test('is told after 45 seconds to ask otherwise where its person is not asked, before it gives up itself', async () => {
    const desk: Approver = {
      id: 'desk',
      human: true,
      answersLater: 'by `drawbridge approvals`',
      async *ask() {
        await new Promise(() => undefined)
      },
    }
    await using connected = await connectClient({ era, run: { approvers: [desk] } })
    const waiting = connected.client.callTool({ name: 'demo__note', arguments: { text: 'hello' } })
    await vi.waitFor(() => expect(connected.recorder.types()).toContain('permission.requested'), 20_000)
    await connected.clock.advance(45_000)
    const result = await waiting
    expect(outcomeOf(result)).toMatchObject({ status: 'denied', code: 'approval_timeout' })
    expect(result.content).toMatchObject([{ text: expect.stringContaining('by `drawbridge approvals`') }])
  })

  test('gets the structured value of a tool that declares its schema, and is shown the schema', async () => {
    const sum = await strictSchema({ type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] })
    const tools = [
      {
        ...demoTools[0]!,
        name: 'demo.sum',
        output: sum,
        execute: () => toolOutput({ content: 'five', data: { sum: 5 } }),
      },
      { ...demoTools[0]!, name: 'demo.wrong', output: sum, execute: () => ({ sum: 'five' }) },
    ]
    await using connected = await connectClient({ era, tools })
    const listed = (await connected.client.listTools()).tools.find(({ name }) => name === 'demo__sum')
    expect(listed?.outputSchema).toMatchObject({ type: 'object', required: ['sum'] })
    const numbers = { left: 2, right: 3 }
    expect(await connected.client.callTool({ name: 'demo__sum', arguments: numbers })).toMatchObject({
      content: [{ type: 'text', text: 'five' }],
      structuredContent: { sum: 5 },
    })
    const wrong = await connected.client.callTool({ name: 'demo__wrong', arguments: numbers })
    expect(outcomeOf(wrong)).toMatchObject({ code: 'internal_error' })
    expect(wrong.content).toMatchObject([{ text: expect.stringContaining('sum: expected a number, received "five"') }])
  })

  test('reads the whole of a result that was cut where the result links to it', async () => {
    const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index}`)
    const long = { ...demoTools[0]!, name: 'demo.long', execute: () => lines.join('\n') }
    const clock = createFakeClock()
    const artifacts = createMemoryArtifactStore({ clock, ids: createFakeIds() })
    const read = defineTool({
      name: 'artifact.read',
      description: 'Reads an artifact.',
      input: await strictSchema({
        type: 'object',
        properties: { id: { type: 'string' }, offset: { type: 'integer' } },
      }),
      permission: 'readonly',
      resultLimit: { lines: 20_000, artifact: false },
      execute: async (input, context) => {
        const { id, offset } = input as { id: string; offset: number }
        const found = await context.artifacts?.find(id)
        if (found === undefined) return fail('file_not_found', `No artifact "${id}".`)
        const part = await context.artifacts?.read(id, { offset, length: 20_000 })
        const next = offset + (part?.length ?? 0)
        return toolOutput({
          content: new TextDecoder().decode(part),
          data: { bytes: part?.length, mediaType: 'text/plain', ...(next < found.bytes ? { next_offset: next } : {}) },
        })
      },
    })
    await using connected = await connectClient({ era, tools: [long, read], run: { artifacts } })
    const { content } = await connected.client.callTool({ name: 'demo__long', arguments: { left: 1, right: 1 } })
    const link = content.find((block) => block.type === 'resource_link')
    const { contents } = await connected.client.readResource({ uri: link?.uri ?? '' })
    expect(contents).toEqual([{ uri: link?.uri, mimeType: 'text/plain', text: lines.join('\n') }])
    for (const uri of ['drawbridge://artifact/none', 'file:///etc/hosts']) {
      await expect(connected.client.readResource({ uri })).rejects.toThrow(/none|not found/)
    }
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
