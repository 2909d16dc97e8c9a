import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fail } from '../../outcome/tool-fault.ts'
import { createRegistry } from '../../registry/create-registry.ts'
import { openRun } from '../../run/open-run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import {
  createMemoryMachine,
  createMemoryRecorder,
  createScriptedApprover,
  testPrincipal,
} from '../../testing/index.ts'
import { defineTool } from '../../tool/define-tool.ts'
import type { ToolDefinition } from '../../tool/tool.ts'
import { toolOutput } from '../../tool/tool-return.ts'

const add = defineTool({
  name: 'demo.add',
  description: 'Adds two numbers.',
  input: z.strictObject({ left: z.number(), right: z.number() }),
  permission: 'readonly',
  execute: ({ left, right }) => left + right,
})

const note = defineTool({
  name: 'demo.note',
  description: 'Writes a note.',
  input: z.strictObject({ path: z.string(), text: z.string() }),
  permission: 'write',
  targets: ({ path }) => [{ kind: 'path', path, access: 'write' }],
  execute: async ({ path, text }, { files }) => {
    await files.write(path, new TextEncoder().encode(text), { mode: 'replace' })
    return toolOutput({ content: `wrote ${path}`, data: { path }, forUser: 'noted' })
  },
})

function start(tools: readonly ToolDefinition[], options: Partial<RunOptions> = {}) {
  const registry = createRegistry()
  for (const tool of tools) registry.register(tool)
  const recorder = createMemoryRecorder()
  const machine = createMemoryMachine()
  const run = openRun({ registry, principal: testPrincipal, recorder, machine, resolver: machine.resolver, ...options })
  return { run, recorder, machine }
}

describe('a call that is fine', () => {
  test('runs, and its result is wrapped, paired by id and recorded once', async () => {
    const { run, recorder } = start([add])
    const outcome = await run.call({ id: 'provider-1', name: 'demo__add', arguments: { left: 2, right: 3 } })
    expect(outcome).toMatchObject({
      status: 'ok',
      result: { toolCallId: 'provider-1', isError: false, content: [{ type: 'text', text: '5' }] },
    })
    expect(recorder.types()).toEqual(['tool.started', 'tool.completed'])
  })

  test.each([
    ['wrapped in arguments', { name: 'demo.add', arguments: { left: 2, right: 3 } }],
    ['wrapped in params', { name: 'demo.add', params: { left: 2, right: 3 } }],
    ['with direct fields', { name: 'demo.add', left: 2, right: 3 }],
    ['as JSON text', '{"name":"demo.add","arguments":{"left":2,"right":3}}'],
    ['with arguments as JSON text', { name: 'demo.add', arguments: '{"left":2,"right":3}' }],
    ['with numbers as text', { name: 'demo.add', arguments: { left: '2', right: '3' } }],
  ])('is understood %s', async (_shape, raw) => {
    const { run } = start([add])
    expect(await run.call(raw)).toMatchObject({ status: 'ok', result: { content: [{ text: '5' }] } })
  })

  test('gets an id of ours where the provider repeats one, and keeps the raw id beside it', async () => {
    const { run } = start([add])
    const raw = { id: 'same', name: 'demo.add', arguments: { left: 1, right: 1 } }
    const [first, second] = [await run.call(raw), await run.call(raw)]
    expect(first.result.toolCallId).toBe('same')
    expect(second.result.toolCallId).not.toBe('same')
    expect(second.result.meta.rawCallId).toBe('same')
  })
})

test('explaining a call leaves its id to the call', async () => {
  const { run } = start([add])
  const raw = { id: 'provider-1', name: 'demo.add', arguments: { left: 1, right: 1 } }
  await run.explain(raw)
  await run.explain(raw)
  expect((await run.call(raw)).result.toolCallId).toBe('provider-1')
})

test('a result that JSON does not know is shown by what it holds, to the model and to programs', async () => {
  const node: Record<string, unknown> = { at: new Date(0), ids: new Set([1n]), by: new Map([['a', 1]]) }
  node.self = node
  const look = defineTool({
    name: 'demo.look',
    description: 'Looks.',
    input: z.strictObject({}),
    permission: 'readonly',
    execute: () => node,
  })
  const { run } = start([look])
  const shown = { at: '1970-01-01T00:00:00.000Z', ids: ['1'], by: { a: 1 }, self: '[circular reference to $]' }
  expect(await run.call({ name: 'demo.look' })).toMatchObject({
    status: 'ok',
    result: { content: [{ type: 'json', value: shown }], data: shown },
  })
})

describe('a call that cannot be', () => {
  test.each([
    ['garbage', 42, 'invalid_call'],
    ['cut off', '{"name":"demo.add","arguments":{"left":', 'invalid_call'],
    ['a list for arguments', { name: 'demo.add', arguments: [1, 2] }, 'invalid_call'],
    ['an endless name', { name: 'x'.repeat(100_000), arguments: {} }, 'invalid_call'],
    ['a name nobody has', { name: 'demo.ad', arguments: {} }, 'unknown_tool'],
    ['arguments that do not fit', { name: 'demo.add', arguments: { left: 'two', right: 3 } }, 'validation_error'],
    ['unknown fields', { name: 'demo.add', arguments: { left: 1, right: 3, third: 4 } }, 'validation_error'],
    ['nothing where something is required', { name: 'demo.add', arguments: {} }, 'validation_error'],
    ['a prototype for a name', { name: '__proto__', arguments: {} }, 'unknown_tool'],
    ['a constructor for a name', { name: 'constructor', arguments: {} }, 'unknown_tool'],
  ])('%s fails with its code and is recorded once', async (_what, raw, code) => {
    const { run, recorder } = start([add])
    expect(await run.call(raw)).toMatchObject({ status: 'failed', code, result: { isError: true, code } })
    expect(recorder.types()).toEqual(['tool.failed'])
  })

  test.each([
    ['endless name', { name: 'x'.repeat(100_000), arguments: {} }],
    ['endless arguments', { name: 'demo.add', arguments: { left: 'x'.repeat(2_000_000) } }],
    ['endless text', `{"name":"demo.add","arguments":{"left":"${'x'.repeat(100_000)}`],
    ['list without end', Array.from({ length: 100_000 }, () => 1)],
    ['nest without end', { name: 'demo.add', arguments: { left: JSON.parse('['.repeat(5000) + ']'.repeat(5000)) } }],
  ])('an %s fills the result and the record: neither holds it', async (_what, raw) => {
    const { run, recorder } = start([add])
    const outcome = await run.call(raw)
    expect(outcome).toMatchObject({ code: 'invalid_call' })
    expect(JSON.stringify([outcome, recorder.events]).length).toBeLessThan(10_000)
  })

  test('what is cut off of a text leaves no half of a secret in the record', async () => {
    const secret = ['ghp', 'a1B2c3D4'.repeat(5).slice(0, 36)].join('_')
    const { run, recorder } = start([add])
    await run.call(`${'x'.repeat(980)} ${secret}${' y'.repeat(100_000)}`)
    expect(JSON.stringify(recorder.events)).not.toContain(secret.slice(0, 12))
  })

  test('a list for arguments is said to be one, and not to be an unknown field', async () => {
    const { run } = start([add])
    expect(await run.call({ name: 'demo.add', arguments: [1, 2] })).toMatchObject({
      message: 'The arguments are a list, not an object.',
    })
  })

  test('names the nearest tool', async () => {
    const { run } = start([add])
    expect(await run.call({ name: 'demo__adt', arguments: {} })).toMatchObject({
      message: expect.stringContaining('"demo__add"'),
    })
  })

  test('has too many parameters, counted on all levels', async () => {
    const { run } = start([add])
    const wide = Object.fromEntries(
      Array.from({ length: 20 }, (_, row) => [
        `row${row}`,
        Object.fromEntries(Array.from({ length: 60 }, (_, column) => [`c${column}`, 1])),
      ]),
    )
    expect(await run.call({ name: 'demo.add', arguments: wide })).toMatchObject({ code: 'too_many_parameters' })
  })
})

describe('a write', () => {
  const raw = { name: 'demo.note', arguments: { path: 'a.txt', text: 'hello' } }

  test('is denied if no one can be asked, and says how to approve', async () => {
    const { run, recorder, machine } = start([note])
    const outcome = await run.call(raw)
    expect(outcome).toMatchObject({
      status: 'denied',
      code: 'approval_unavailable',
      message: expect.stringContaining('--approve'),
    })
    expect(machine.contents.size).toBe(0)
    expect(recorder.types()).toEqual(['permission.requested', 'permission.failed', 'tool.denied'])
  })

  test('runs after a yes', async () => {
    const approver = createScriptedApprover([{ tool: 'demo.note', answer: 'allow_once' }])
    const { run, recorder, machine } = start([note], { approvers: [approver] })
    expect(await run.call(raw)).toMatchObject({ status: 'ok', result: { forUser: 'noted', data: { path: 'a.txt' } } })
    expect(new TextDecoder().decode(machine.contents.get('/workspace/a.txt'))).toBe('hello')
    expect(recorder.types()).toEqual(['permission.requested', 'permission.decided', 'tool.started', 'tool.completed'])
    approver.done()
  })

  test('is not run after a no, and the reason reaches the model', async () => {
    const approver = createScriptedApprover([{ tool: 'demo.note', answer: 'deny', reason: 'not on a Friday.' }])
    const { run, machine } = start([note], { approvers: [approver] })
    expect(await run.call(raw)).toMatchObject({
      status: 'denied',
      code: 'denied_by_user',
      message: expect.stringContaining(': not on a Friday. Do not'),
    })
    expect(machine.contents.size).toBe(0)
  })

  test('ends the run where the approver aborts it', async () => {
    const approver = createScriptedApprover([{ tool: 'demo.note', answer: 'abort' }])
    const { run } = start([note, add], { approvers: [approver] })
    expect(await run.call(raw)).toMatchObject({ status: 'cancelled', code: 'aborted' })
    expect(await run.call({ name: 'demo.add', arguments: { left: 1, right: 1 } })).toMatchObject({
      status: 'cancelled',
    })
  })

  test('is not run where its start cannot be recorded', async () => {
    const approver = createScriptedApprover([{ tool: 'demo.note', answer: 'allow_once' }])
    const recorder = {
      append: async (event: { readonly type: string }) => {
        if (event.type === 'tool.started') throw new Error('the disk is full')
      },
    }
    const { run, machine } = start([note], { approvers: [approver], recorder })
    expect(await run.call(raw)).toMatchObject({ status: 'failed', code: 'store_unavailable' })
    expect(machine.contents.size).toBe(0)
  })

  test('outside the workspace is refused with the code of a path escape', async () => {
    const { run } = start([note])
    expect(await run.call({ name: 'demo.note', arguments: { path: '../../etc/passwd', text: '' } })).toMatchObject({
      status: 'denied',
      code: 'path_outside_roots',
    })
  })
})

describe('a tool that misbehaves', () => {
  const tool = (execute: ToolDefinition['execute'], timeoutMs = 1_000) =>
    defineTool({
      name: 'demo.odd',
      description: 'Misbehaves.',
      input: z.strictObject({}),
      permission: 'readonly',
      timeoutMs,
      execute,
    })

  test('by throwing ends as internal_error', async () => {
    const { run } = start([
      tool(() => {
        throw new Error('boom')
      }),
    ])
    expect(await run.call({ name: 'demo.odd' })).toMatchObject({
      status: 'failed',
      code: 'internal_error',
      message: expect.stringContaining('boom'),
    })
  })

  test('by failing from depth keeps its code and partial content', async () => {
    const { run } = start([
      tool(async () => fail('command_failed', 'exit code 3', { content: [{ type: 'text', text: 'partial' }] })),
    ])
    const outcome = await run.call({ name: 'demo.odd' })
    expect(outcome).toMatchObject({
      status: 'failed',
      code: 'command_failed',
      result: { content: [{ text: 'exit code 3' }, { text: 'partial' }] },
    })
  })

  test('by never ending is let go at its time limit', async () => {
    const { run, recorder } = start([tool(() => new Promise(() => undefined), 20)], { settings: { abortGraceMs: 10 } })
    expect(await run.call({ name: 'demo.odd' })).toMatchObject({ status: 'failed', code: 'timeout' })
    expect(recorder.types()).toEqual(['tool.started', 'tool.failed'])
  })

  test('by ending after an abort hands over what it has', async () => {
    const { run } = start([
      tool(
        (_input, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('half of it'))),
      ),
    ])
    const pending = run.call({ name: 'demo.odd' })
    setTimeout(() => run.abort('enough'), 10)
    const outcome = await pending
    expect(outcome).toMatchObject({ status: 'cancelled', code: 'aborted' })
    expect(outcome.result.content).toContainEqual(expect.objectContaining({ text: 'half of it' }))
  })

  test('by saying nothing is not taken for a failure', async () => {
    const { run } = start([tool(() => undefined)])
    expect(await run.call({ name: 'demo.odd' })).toMatchObject({
      status: 'ok',
      result: { content: [{ text: '(no output)' }] },
    })
  })
})

describe('explain', () => {
  test('says what would be decided without asking or running', async () => {
    const { run, recorder } = start([note])
    const explanation = await run.explain({ name: 'demo.note', arguments: { path: 'a.txt', text: 'x' } })
    expect(explanation).toMatchObject({ available: true, decision: { verdict: 'ask', rule: 'default.write' } })
    expect(recorder.events).toEqual([])
  })

  test('gives no decision on a call that ends before the policy, only what the policy would presume', async () => {
    const explanation = await start([note]).run.explain({ name: 'demo.note', arguments: { path: 'a.txt' } })
    expect(explanation).toMatchObject({ failure: { code: 'validation_error' }, presumed: { verdict: 'ask' } })
    expect(explanation).not.toHaveProperty('decision')
  })
})
