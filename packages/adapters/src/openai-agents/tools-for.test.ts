import { Agent, Runner, RunState } from '@openai/agents'
import { assistantMessage, functionCall, ScriptedModel } from '@openai/agents/testing'
import { describe, expect, test } from 'vitest'
import { createApprovals } from '../shared/approvals.ts'
import { createTestSession, type TestSession } from '../testing/create-test-session.ts'
import { toolsFor } from './tools-for.ts'

const runner = new Runner({ tracingDisabled: true })
const done = [assistantMessage('Done.')]
const callOf = (callId: string, name: string, input: string | Record<string, unknown>) =>
  functionCall(name, input, { callId })
const write = (id: string, path: string) => callOf(id, 'test__write', { path })
const read = (id: string, path: string) => callOf(id, 'test__read', { path })

type Calls = readonly ReturnType<typeof functionCall>[]

async function agentWith(session: Parameters<typeof toolsFor>[0], model: ScriptedModel, approvals = createApprovals()) {
  return new Agent({ name: 'tester', model, tools: await toolsFor(session, { approvals }) })
}

async function begin(calls: Calls, session: TestSession = createTestSession()) {
  const approvals = createApprovals()
  const model = new ScriptedModel([[...calls], done, done])
  const agent = await agentWith(session, model, approvals)
  const result = await runner.run(agent, 'Do it.')
  return { session, approvals, model, agent, result }
}

/** Returns the outputs that the model was sent with its last request. */
function outputsSent({ lastCall }: ScriptedModel) {
  const { input } = lastCall?.request ?? { input: [] }
  if (typeof input === 'string') return []
  return input.flatMap((item) => (item.type === 'function_call_result' ? [item.output] : []))
}

describe('the tools of a session in the OpenAI Agents SDK', () => {
  test('run for an agent, and the model is sent the words of the outcome', async () => {
    const { model, result } = await begin([read('1', 'a.txt'), read('2', 'missing.txt'), write('3', 'closed/b.txt')])
    expect(result.finalOutput).toBe('Done.')
    expect(outputsSent(model)).toEqual([
      { type: 'text', text: 'a.txt\n' },
      { type: 'text', text: 'There is no file "missing.txt".' },
      { type: 'text', text: expect.stringContaining('It is closed.') },
    ])
  })

  test('run for a streamed agent', async () => {
    const session = createTestSession()
    const agent = await agentWith(session, new ScriptedModel([[read('1', 'a.txt')], done]))
    const streamed = await runner.run(agent, 'Do it.', { stream: true })
    for await (const _ of streamed);
    await streamed.completed
    expect(streamed.finalOutput).toBe('Done.')
    expect(session.did).toEqual(['begin a.txt', 'read a.txt'])
  })

  test('keep the order of a turn, though the SDK starts its calls at once', async () => {
    const { session } = await begin([read('1', 'a'), read('2', 'b'), write('3', 'free/c'), read('4', 'free/c')])
    expect(session.did).toEqual([
      ...['begin a', 'begin b', 'read a', 'read b'],
      ...['begin free/c', 'wrote free/c', 'begin free/c', 'read free/c'],
    ])
  })

  test('show pictures to the model', async () => {
    const { model } = await begin([callOf('1', 'test__draw', {})])
    expect(outputsSent(model)).toEqual([
      [
        { type: 'input_text', text: expect.stringContaining('A dot.') },
        { type: 'input_image', image: 'data:image/png;base64,AA==' },
      ],
    ])
  })

  test('answer input that does not fit with the way out', async () => {
    const { model } = await begin([callOf('1', 'test__read', { file: 'a.txt' })])
    expect(JSON.stringify(outputsSent(model))).toContain('path')
  })

  test("end with the SDK's own signal", async () => {
    const session = createTestSession()
    const stopping = new AbortController()
    const agent = await agentWith(session, new ScriptedModel([[callOf('1', 'test__wait', {})], done]))
    const running = runner.run(agent, 'Do it.', { signal: stopping.signal })
    await expect.poll(() => session.did).toContain('waits')
    stopping.abort()
    await running.catch(() => undefined)
    await expect.poll(() => session.events.map(({ type }) => type)).toContain('tool.cancelled')
  })

  test("end the SDK's run with the session's, if that has its signal", async () => {
    const session = createTestSession()
    const own = session.openDetachedRun()
    const model = new ScriptedModel([[callOf('1', 'test__wait', {})], done])
    const running = runner.run(await agentWith(own, model), 'Do it.', { signal: own.signal })
    await expect.poll(() => session.did).toContain('waits')
    own.abort('Enough.')
    await expect(running).rejects.toThrow()
    expect(model.calls).toHaveLength(1)
    await expect.poll(() => session.events.map(({ type }) => type)).toContain('tool.cancelled')
  })

  test('have strict schemas for the strict mode, and take its nulls for what is absent', async () => {
    const session = createTestSession()
    const tools = await toolsFor(session, { family: 'openai-strict' })
    expect(tools.find(({ name }) => name === 'test__read')).toMatchObject({
      strict: true,
      parameters: { required: ['path', 'lines'], additionalProperties: false },
    })
    const model = new ScriptedModel([[callOf('1', 'test__read', { path: 'a', lines: null })], done])
    await runner.run(new Agent({ name: 'tester', model, tools }), 'Do it.')
    expect(outputsSent(model)).toEqual([{ type: 'text', text: 'a\n' }])
  })
})

describe('approval in the OpenAI Agents SDK', () => {
  test('is its own interruption, and the call runs when it is approved', async () => {
    const { agent, approvals, result, session, model } = await begin([write('1', 'a.txt')])
    const [item] = result.interruptions
    expect(item?.rawItem).toMatchObject({ callId: '1', name: 'test__write' })
    expect(approvals.request('1')).toMatchObject({ tool: 'test.write', offers: expect.anything() })
    expect(session.did).toEqual([])
    if (item !== undefined) result.state.approve(item)
    await runner.run(agent, result.state)
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt'])
    expect(outputsSent(model)).toEqual([{ type: 'text', text: 'Wrote a.txt.' }])
  })

  test('is given in another process, which shares nothing but what was saved', async () => {
    const asked = await begin([write('1', 'a.txt'), write('2', 'b.txt')])
    const saved = JSON.stringify({ state: asked.result.state.toString(), approvals: asked.approvals })
    const { state: text, approvals } = JSON.parse(saved)
    const session = createTestSession()
    const model = new ScriptedModel([done])
    const agent = await agentWith(session, model, createApprovals(approvals))
    const state = await RunState.fromString(agent, text)
    for (const item of state.getInterruptions()) state.approve(item)
    const result = await runner.run(agent, state)
    expect(result.finalOutput).toBe('Done.')
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt', 'begin b.txt', 'wrote b.txt'])
  })

  test('that is refused is recorded with its reason, and the model hears it', async () => {
    const { agent, result, session, model } = await begin([write('1', 'a.txt')])
    for (const item of result.interruptions) result.state.reject(item, { message: 'Not today.' })
    await runner.run(agent, result.state)
    expect(outputsSent(model)).toEqual([{ type: 'text', text: 'Not today.' }])
    expect(session.events.at(-1)).toMatchObject({ type: 'tool.denied', result: { code: 'denied_by_user' } })
    expect(JSON.stringify(session.events)).toContain('"reason":"Not today."')
    expect(session.did).toEqual([])
  })

  test('for the session is asked for once', async () => {
    const session = createTestSession()
    const approvals = createApprovals()
    const model = new ScriptedModel([[write('1', 'a.txt')], [write('2', 'a.txt')], done])
    const agent = await agentWith(session, model, approvals)
    const asked = await runner.run(agent, 'Do it.')
    approvals.decide('1', { answer: 'allow_for_session', decidedBy: 'ada' })
    for (const item of asked.interruptions) asked.state.approve(item)
    expect((await runner.run(agent, asked.state)).interruptions).toEqual([])
    expect(session.events).toContainEqual(expect.objectContaining({ type: 'permission.granted' }))
    expect(session.did.filter((what) => what.startsWith('wrote'))).toEqual(['wrote a.txt', 'wrote a.txt'])
  })

  test('of a tool for good answers each later question, and leaves what is denied denied', async () => {
    const session = createTestSession()
    const model = new ScriptedModel([[write('1', 'a.txt')], [write('2', 'b.txt')], [write('3', 'closed/c')], done])
    const agent = await agentWith(session, model)
    const asked = await runner.run(agent, 'Do it.')
    for (const item of asked.interruptions) asked.state.approve(item, { alwaysApprove: true })
    const { interruptions, finalOutput } = await runner.run(agent, asked.state)
    expect({ interruptions, finalOutput }).toEqual({ interruptions: [], finalOutput: 'Done.' })
    expect(session.did.filter((what) => what.startsWith('wrote'))).toEqual(['wrote a.txt', 'wrote b.txt'])
    expect(session.events.filter(({ type }) => type === 'permission.requested')).toHaveLength(2)
  })

  test('of a call that was changed since is void, and the call is asked about again', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const text = asked.result.state.toString().replaceAll('a.txt', 'z.txt')
    const session = createTestSession()
    const model = new ScriptedModel([[write('2', 'z.txt')], done])
    const approvals = createApprovals(JSON.parse(JSON.stringify(asked.approvals)))
    const agent = await agentWith(session, model, approvals)
    const state = await RunState.fromString(agent, text)
    for (const item of state.getInterruptions()) state.approve(item)
    const result = await runner.run(agent, state)
    expect(JSON.stringify(outputsSent(model))).toMatch(/no longer valid/)
    expect(result.interruptions).toHaveLength(1)
    expect(session.did).toEqual([])
  })

  test('whose receipt was lost runs nothing, and the call is asked about again', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const session = createTestSession()
    const model = new ScriptedModel([[write('2', 'a.txt')], done])
    const agent = await agentWith(session, model)
    const state = await RunState.fromString(agent, asked.result.state.toString())
    for (const item of state.getInterruptions()) state.approve(item)
    const { interruptions } = await runner.run(agent, state)
    expect(JSON.stringify(outputsSent(model))).toContain('Make the same call again')
    expect(interruptions).toHaveLength(1)
    expect(session.did).toEqual([])
  })

  test('that a write waits for keeps the calls behind it from starting', async () => {
    const { session, result } = await begin([read('1', 'a'), write('2', 'b'), read('3', 'b'), write('4', 'c')])
    expect(session.did).toEqual(['begin a', 'read a'])
    expect(result.interruptions.map(({ rawItem }) => 'callId' in rawItem && rawItem.callId)).toEqual(['2', '4'])
    expect(JSON.stringify(result.newItems)).toMatch(/not started because an earlier write/)
  })

  test('is asked of the approvers of the session, if the tools are those of a run', async () => {
    const session = createTestSession()
    const model = new ScriptedModel([[write('1', 'a.txt')], done])
    await runner.run(await agentWith(session.openRun(), model), 'Do it.')
    expect(JSON.stringify(outputsSent(model))).toContain('approval')
    expect(session.events.at(-1)).toMatchObject({ type: 'tool.denied', result: { code: 'approval_unavailable' } })
  })
})
