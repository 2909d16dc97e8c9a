import { generateText, isStepCount, type ModelMessage, streamText, ToolLoopAgent } from 'ai'
import { describe, expect, test } from 'vitest'
import { createApprovals } from '../shared/approvals.ts'
import { createTestSession } from '../testing/create-test-session.ts'
import { callPart, createMockModel, type MockPart } from '../testing/mock-model.ts'
import { toolsFor } from './tools-for.ts'

const done = [{ type: 'text', text: 'Done.' }] as const
const stopWhen = isStepCount(5)
const ask: ModelMessage = { role: 'user', content: 'Do it.' }
const write = (id: string, path: string) => callPart(id, 'test__write', { path })
const read = (id: string, path: string) => callPart(id, 'test__read', { path })

/** Returns the outputs that the model was sent with its last request. */
function outputsSent(model: ReturnType<typeof createMockModel>) {
  const prompt = model.doGenerateCalls.at(-1)?.prompt ?? []
  return prompt.flatMap(({ role, content }) =>
    role !== 'tool' ? [] : content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : [])),
  )
}

async function begin(parts: readonly MockPart[], session = createTestSession()) {
  const approvals = createApprovals()
  const model = createMockModel([parts, done])
  const result = await generateText({ model, tools: await toolsFor(session, { approvals }), stopWhen, messages: [ask] })
  const messages: ModelMessage[] = [ask, ...result.responseMessages]
  const requests = result.content.filter((part) => part.type === 'tool-approval-request')
  return { session, approvals, model, result, messages, requests }
}

const answerAll = (
  { messages, requests }: Pick<Awaited<ReturnType<typeof begin>>, 'messages' | 'requests'>,
  answer: { readonly approved: boolean; readonly reason?: string },
): ModelMessage[] => [
  ...messages,
  {
    role: 'tool',
    content: requests.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, ...answer })),
  },
]

describe('the tools of a session in the AI SDK', () => {
  test('run for generateText, and the model is sent the words of the outcome', async () => {
    const { model, result } = await begin([read('1', 'a.txt'), read('2', 'missing.txt'), write('3', 'closed/b.txt')])
    expect(result.text).toBe('Done.')
    expect(outputsSent(model)).toMatchObject([
      { type: 'text', value: 'a.txt\n' },
      { type: 'error-text', value: 'There is no file "missing.txt".' },
      { type: 'error-text', value: expect.stringMatching(/^"test\.write" is not allowed|It is closed\./) },
    ])
  })

  test('run for streamText, whose preliminary results are the progress', async () => {
    const session = createTestSession()
    const model = createMockModel([[read('1', 'a.txt')], done])
    const { stream } = streamText({ model, tools: await toolsFor(session), stopWhen, prompt: 'Do it.' })
    const results = []
    for await (const part of stream) {
      if (part.type === 'tool-result') results.push([part.preliminary ?? false, part.output])
    }
    expect(results[0]).toEqual([true, { status: 'running', progress: { message: 'reading a.txt', fraction: 0.5 } }])
    expect(results.at(-1)).toEqual([false, { status: 'ok', text: 'a.txt\n' }])
  })

  test('run for ToolLoopAgent', async () => {
    const session = createTestSession()
    const model = createMockModel([[read('1', 'a.txt')], done])
    const agent = new ToolLoopAgent({ model, tools: await toolsFor(session), stopWhen })
    expect((await agent.generate({ prompt: 'Do it.' })).text).toBe('Done.')
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
    const { model } = await begin([callPart('1', 'test__draw', {})])
    expect(outputsSent(model)).toMatchObject([
      { type: 'content', value: [{ type: 'text' }, { type: 'file', mediaType: 'image/png' }] },
    ])
  })

  test("end with the SDK's own signal", async () => {
    const session = createTestSession()
    const stopping = new AbortController()
    const model = createMockModel([[callPart('1', 'test__wait', {})], done])
    const { stream } = streamText({
      model,
      tools: await toolsFor(session),
      stopWhen,
      prompt: 'Do it.',
      abortSignal: stopping.signal,
    })
    for await (const part of stream) if (part.type === 'tool-result') stopping.abort()
    await expect.poll(() => session.events.map(({ type }) => type)).toContain('tool.cancelled')
  })
})

describe('approval in the AI SDK', () => {
  test('is its own request and response, and the call runs when it is approved', async () => {
    const asked = await begin([write('1', 'a.txt')])
    expect(asked.result.finishReason).toBe('tool-calls')
    expect(asked.requests).toMatchObject([{ toolCall: { toolCallId: '1' } }])
    expect(asked.approvals.request('1')).toMatchObject({ tool: 'test.write', offers: expect.anything() })
    const messages = answerAll(asked, { approved: true, reason: 'Looks good.' })
    const { approvals, model, session } = asked
    await generateText({ model, tools: await toolsFor(session, { approvals }), stopWhen, messages })
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt'])
    expect(outputsSent(model)).toMatchObject([{ type: 'text', value: 'Wrote a.txt.' }])
    expect(session.events).toContainEqual(
      expect.objectContaining({
        type: 'permission.decided',
        decision: expect.objectContaining({ answer: 'allow_once', reason: 'Looks good.' }),
      }),
    )
  })

  test('continues a stream, too', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const messages = answerAll(asked, { approved: true })
    const { approvals, session } = asked
    const tools = await toolsFor(session, { approvals })
    const { stream } = streamText({ model: createMockModel([done]), tools, stopWhen, messages })
    for await (const _ of stream);
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt'])
  })

  test('cannot be replaced by a yes of the program: whoever answers, a call runs only for an answer of a person', async () => {
    const session = createTestSession()
    const model = createMockModel([[write('same', 'a.txt')], [write('same', 'a.txt')], done])
    const tools = await toolsFor(session)
    await generateText({ model, tools, stopWhen, messages: [ask], toolApproval: () => 'approved' })
    expect(outputsSent(model)).toMatchObject([{ type: 'error-text' }, { type: 'error-text' }])
    expect(session.did).toEqual([])
  })

  test('is given in another process, which shares nothing but what was saved', async () => {
    const asked = await begin([write('1', 'a.txt'), write('2', 'b.txt')])
    const saved = JSON.stringify({ messages: answerAll(asked, { approved: true }), approvals: asked.approvals })
    const { messages, approvals } = JSON.parse(saved)
    const session = createTestSession()
    const model = createMockModel([done])
    const tools = await toolsFor(session, { approvals: createApprovals(approvals) })
    await generateText({ model, tools, stopWhen, messages })
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt', 'begin b.txt', 'wrote b.txt'])
  })

  test('that is refused is recorded with its reason, and the model hears it', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const messages = answerAll(asked, { approved: false, reason: 'Not today.' })
    const { approvals, model, session } = asked
    await generateText({ model, tools: await toolsFor(session, { approvals, messages }), stopWhen, messages })
    expect(outputsSent(model)).toMatchObject([{ type: 'execution-denied', reason: 'Not today.' }])
    expect(session.events.at(-1)).toMatchObject({ type: 'tool.denied', result: { code: 'denied_by_user' } })
    expect(session.did).toEqual([])
  })

  test('for the session is asked for once', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const { approvals, session } = asked
    approvals.decide('1', { answer: 'allow_for_session', decidedBy: 'ada' })
    const messages = answerAll(asked, { approved: true })
    const model = createMockModel([[write('2', 'a.txt')], done])
    await generateText({ model, tools: await toolsFor(session, { approvals }), stopWhen, messages })
    expect(session.events).toContainEqual(expect.objectContaining({ type: 'permission.granted' }))
    expect(session.did.filter((what) => what.startsWith('wrote'))).toEqual(['wrote a.txt', 'wrote a.txt'])
  })

  test('of a call that was changed since is void, and the call is asked about again', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const messages = JSON.parse(JSON.stringify(answerAll(asked, { approved: true })).replace('a.txt', 'z.txt'))
    const { approvals, session } = asked
    const model = createMockModel([[write('2', 'z.txt')], done])
    const { content } = await generateText({ model, tools: await toolsFor(session, { approvals }), stopWhen, messages })
    expect(outputsSent(model)).toMatchObject([{ type: 'error-text', value: expect.stringMatching(/no longer valid/) }])
    expect(content).toContainEqual(expect.objectContaining({ type: 'tool-approval-request' }))
    expect(session.did).toEqual([])
  })

  test('whose receipt was lost runs nothing, and the call is asked about again', async () => {
    const asked = await begin([write('1', 'a.txt')])
    const messages = answerAll(asked, { approved: true })
    const session = createTestSession()
    const model = createMockModel([[write('2', 'a.txt')], done])
    const { content } = await generateText({ model, tools: await toolsFor(session), stopWhen, messages })
    expect(content).toContainEqual(expect.objectContaining({ type: 'tool-approval-request' }))
    expect(session.did).toEqual([])
  })

  test('that a write waits for keeps the calls behind it from starting', async () => {
    const { session, messages } = await begin([read('1', 'a'), write('2', 'b'), read('3', 'b'), write('4', 'c')])
    expect(session.did).toEqual(['begin a', 'read a'])
    expect(JSON.stringify(messages)).toMatch(/"toolCallId":"3".*not started because an earlier write/)
  })

  test('is asked of the approvers of the session, if the tools are those of a run', async () => {
    const session = createTestSession()
    const model = createMockModel([[write('1', 'a.txt')], done])
    await generateText({ model, tools: await toolsFor(session.openRun()), stopWhen, prompt: 'Do it.' })
    expect(outputsSent(model)).toMatchObject([{ type: 'error-text' }])
    expect(session.events.at(-1)).toMatchObject({ type: 'tool.denied', result: { code: 'approval_unavailable' } })
  })
})
