import { type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { Command, type Interrupt, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph'
import { createReactAgent, ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'
import { describe, expect, test } from 'vitest'
import { type ApprovalAnswerParts, createApprovals } from '../shared/approvals.ts'
import type { CallableSession } from '../shared/session-calls.ts'
import { type AskedTool, ChatModel } from '../testing/chat-model.ts'
import { createTestSession, type TestSession } from '../testing/create-test-session.ts'
import type { ApprovalInterrupt } from './approval-interrupt.ts'
import { toolsFor } from './tools-for.ts'

const callOf = (id: string, name: string, args: Record<string, unknown>): AskedTool => ({ id, name, args })
const write = (id: string, path: string) => callOf(id, 'test__write', { path })
const read = (id: string, path: string) => callOf(id, 'test__read', { path })
const thread = { configurable: { thread_id: 'one' } }

type State = { readonly messages: BaseMessage[]; readonly __interrupt__?: readonly Interrupt[] }
interface Agent {
  invoke(input: unknown, config: object): Promise<State>
}

/** A graph of a model and its tools, in the two forms that LangGraph has: one node for all calls of a turn, or one for each. */
const forms = {
  'one node for all calls': async (session: CallableSession, model: ChatModel, saver?: MemorySaver) => {
    const node = new ToolNode(await toolsFor(session))
    return new StateGraph(MessagesAnnotation)
      .addNode('agent', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addNode('tools', node)
      .addEdge('__start__', 'agent')
      .addConditionalEdges('agent', toolsCondition, ['tools', '__end__'])
      .addEdge('tools', 'agent')
      .compile(saver === undefined ? {} : { checkpointer: saver }) as unknown as Agent
  },
  'one node for each call': async (session: CallableSession, model: ChatModel, saver?: MemorySaver) =>
    createReactAgent({
      llm: model,
      tools: await toolsFor(session),
      version: 'v2',
      ...(saver === undefined ? {} : { checkpointSaver: saver }),
    }) as unknown as Agent,
}

function outputsSent({ sent }: ChatModel) {
  const last = sent.at(-1) ?? []
  return last.flatMap((message) =>
    ToolMessage.isInstance(message) ? [{ status: message.status, content: message.content }] : [],
  )
}

function questionsOf({ __interrupt__: interrupts = [] }: State) {
  return interrupts.map(({ id, value }) => ({
    id: id ?? '',
    value: JSON.parse(JSON.stringify(value)) as ApprovalInterrupt,
  }))
}

/** Answers every interrupt alike. */
function answerAll(state: State, answer: ApprovalAnswerParts) {
  const resumed = questionsOf(state).map(({ id, value }) => {
    const approvals = createApprovals(value.approvals)
    for (const { callId } of value.requests) approvals.decide(callId, answer)
    return [id, approvals.toJSON()] as const
  })
  return new Command({ resume: Object.fromEntries(resumed) })
}

describe.each(Object.entries(forms))('the tools of a session in LangGraph, %s', (_name, graphOf) => {
  async function begin(calls: readonly AskedTool[], session: TestSession = createTestSession()) {
    const model = new ChatModel([calls])
    const saver = new MemorySaver()
    const graph = await graphOf(session, model, saver)
    const state = await graph.invoke({ messages: [new HumanMessage('Do it.')] }, thread)
    return { session, model, graph, saver, state }
  }

  test('run, and the model is sent the words of the outcome', async () => {
    const { model, state } = await begin([read('1', 'a.txt'), read('2', 'missing.txt'), write('3', 'closed/b.txt')])
    expect(state.messages.at(-1)?.text).toBe('Done.')
    expect(outputsSent(model)).toEqual([
      { status: 'success', content: 'a.txt\n' },
      { status: 'error', content: 'There is no file "missing.txt".' },
      { status: 'error', content: expect.stringContaining('It is closed.') },
    ])
  })

  test('keep the order of a turn, though LangGraph starts its calls at once', async () => {
    const { session } = await begin([read('1', 'a'), read('2', 'b'), write('3', 'free/c'), read('4', 'free/c')])
    expect(session.did).toEqual([
      ...['begin a', 'begin b', 'read a', 'read b'],
      ...['begin free/c', 'wrote free/c', 'begin free/c', 'read free/c'],
    ])
  })

  test('answer input that does not fit with the way out', async () => {
    const { model } = await begin([callOf('1', 'test__read', { file: 'a.txt' })])
    expect(outputsSent(model)).toEqual([{ status: 'error', content: expect.stringContaining('path') }])
  })

  test('ask by an interrupt, and the call runs when it is approved', async () => {
    const { graph, session, model, state } = await begin([write('1', 'a.txt')])
    expect(questionsOf(state)).toMatchObject([
      { value: { type: 'drawbridge.approvals', requests: [{ callId: '1', request: { tool: 'test.write' } }] } },
    ])
    expect(session.did).toEqual([])
    await graph.invoke(answerAll(state, { answer: 'allow_once', decidedBy: 'ada' }), thread)
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt'])
    expect(outputsSent(model)).toEqual([{ status: 'success', content: 'Wrote a.txt.' }])
    expect(session.events.filter(({ type }) => type === 'permission.requested')).toHaveLength(1)
  })

  test('go on in another process, which shares nothing but the checkpoints, and do nothing twice', async () => {
    const asked = await begin([read('1', 'a'), write('2', 'b'), write('3', 'c')])
    const session = createTestSession()
    const model = new ChatModel([])
    const graph = await graphOf(session, model, asked.saver)
    await graph.invoke(answerAll(asked.state, { answer: 'allow_once' }), thread)
    expect(asked.session.did).toEqual(['begin a', 'read a'])
    expect(session.did).toEqual(['begin b', 'wrote b', 'begin c', 'wrote c'])
    expect(outputsSent(model).map(({ content }) => content)).toEqual(['a\n', 'Wrote b.', 'Wrote c.'])
  })

  test('ask about a write that has the id of a read, once', async () => {
    const { graph, session, model, state } = await begin([read('1', 'a'), write('1', 'b')])
    await graph.invoke(answerAll(state, { answer: 'allow_once' }), thread)
    expect(session.did).toEqual(['begin a', 'read a', 'begin b', 'wrote b'])
    expect(outputsSent(model).map(({ content }) => content)).toEqual(['a\n', 'Wrote b.'])
  })

  test('record a refusal with its reason, and the model hears it', async () => {
    const { graph, session, model, state } = await begin([write('1', 'a.txt')])
    await graph.invoke(answerAll(state, { answer: 'deny', reason: 'Not today.' }), thread)
    expect(outputsSent(model)).toEqual([{ status: 'error', content: expect.stringContaining('Not today.') }])
    expect(session.events.at(-1)).toMatchObject({ type: 'tool.denied', result: { code: 'denied_by_user' } })
    expect(session.did).toEqual([])
  })

  test('that a write waits for keep the calls behind it from starting', async () => {
    const { graph, session, model, state } = await begin([read('1', 'a'), write('2', 'b'), read('3', 'b')])
    expect(session.did).toEqual(['begin a', 'read a'])
    await graph.invoke(answerAll(state, { answer: 'allow_once' }), thread)
    expect(session.did).toEqual(['begin a', 'read a', 'begin b', 'wrote b'])
    expect(outputsSent(model).at(-1)?.content).toMatch(/not started because an earlier write/)
  })

  test('are asked about again if a resumed graph has no answer', async () => {
    const { graph, session, state } = await begin([write('1', 'a.txt')])
    const [question] = questionsOf(state)
    const again = await graph.invoke(new Command({ resume: question?.value.approvals }), thread)
    expect(questionsOf(again)).toMatchObject([{ value: { requests: [{ callId: '1' }] } }])
    await graph.invoke(answerAll(again, { answer: 'allow_once' }), thread)
    expect(session.did).toEqual(['begin a.txt', 'wrote a.txt'])
  })

  test('run nothing for a value that is not an answer', async () => {
    const { graph, session, state } = await begin([write('1', 'a.txt')])
    expect(questionsOf(state)).toHaveLength(1)
    await graph.invoke(new Command({ resume: true }), thread)
    expect(session.did).toEqual([])
  })

  test('do not run if the receipt was changed to another call', async () => {
    const { graph, session, model, state } = await begin([write('1', 'a.txt')])
    const { resume } = JSON.parse(
      JSON.stringify(answerAll(state, { answer: 'allow_once' })).replaceAll('a.txt', 'z.txt'),
    )
    await graph.invoke(new Command({ resume }), thread)
    expect(session.did).toEqual([])
    expect(JSON.stringify(outputsSent(model))).not.toContain('Wrote')
  })

  test('say that nobody can be asked in a graph without a checkpointer', async () => {
    const session = createTestSession()
    const model = new ChatModel([[write('1', 'a.txt')]])
    await (await graphOf(session, model)).invoke({ messages: [new HumanMessage('Do it.')] }, {})
    expect(outputsSent(model)).toEqual([{ status: 'error', content: expect.stringContaining('has no checkpointer') }])
    expect(session.did).toEqual([])
  })

  test('ask the approvers of the session, if they are those of a run', async () => {
    const session = createTestSession()
    const model = new ChatModel([[write('1', 'a.txt')]])
    const graph = await graphOf(session.openRun(), model, new MemorySaver())
    await graph.invoke({ messages: [new HumanMessage('Do it.')] }, thread)
    expect(session.events.at(-1)).toMatchObject({ type: 'tool.denied', result: { code: 'approval_unavailable' } })
  })

  test("end the graph with the session's run, if that has its signal", async () => {
    const session = createTestSession()
    const own = session.openDetachedRun()
    const model = new ChatModel([[callOf('1', 'test__wait', {})]])
    const graph = await graphOf(own, model, new MemorySaver())
    const running = graph.invoke({ messages: [new HumanMessage('Do it.')] }, { ...thread, signal: own.signal })
    const ended = expect(running).rejects.toThrow()
    await expect.poll(() => session.did).toContain('waits')
    own.abort('Enough.')
    await ended
    expect(model.sent).toHaveLength(1)
  })

  test("end with the graph's own signal", async () => {
    const session = createTestSession()
    const model = new ChatModel([[callOf('1', 'test__wait', {})]])
    const stopping = new AbortController()
    const graph = await graphOf(session, model, new MemorySaver())
    const running = graph.invoke({ messages: [new HumanMessage('Do it.')] }, { ...thread, signal: stopping.signal })
    await expect.poll(() => session.did).toContain('waits')
    stopping.abort()
    await running.catch(() => undefined)
    await expect.poll(() => session.events.map(({ type }) => type)).toContain('tool.cancelled')
  })
})

describe('a tool of a session in LangChain', () => {
  const toolOf = async (session: CallableSession, name: string) => {
    const found = (await toolsFor(session)).find((tool) => tool.name === name)
    if (found === undefined) throw new Error(`no tool ${name}`)
    return found
  }

  test('answers a call with a message, its data as the artifact', async () => {
    const tool = await toolOf(createTestSession(), 'test__write')
    const message = await tool.invoke({ ...write('1', 'free/a'), type: 'tool_call' })
    expect(message).toMatchObject({
      tool_call_id: '1',
      name: 'test__write',
      content: 'Wrote free/a.',
      artifact: { status: 'ok', data: { path: 'free/a' } },
    })
  })

  test('answers input alone with text, and throws the words of a failure', async () => {
    const tool = await toolOf(createTestSession(), 'test__read')
    expect(await tool.invoke({ path: 'a' })).toBe('a\n')
    await expect(tool.invoke({ path: 'missing' })).rejects.toThrow('There is no file "missing".')
  })

  test('shows pictures to the model', async () => {
    const tool = await toolOf(createTestSession(), 'test__draw')
    expect(await tool.invoke({ ...callOf('1', 'test__draw', {}), type: 'tool_call' })).toMatchObject({
      content: [{ type: 'text' }, { type: 'image', mimeType: 'image/png', data: 'AA==' }],
    })
  })

  test('writes its progress to the stream of the graph', async () => {
    const model = new ChatModel([[read('1', 'a.txt')]])
    const agent = createReactAgent({ llm: model, tools: await toolsFor(createTestSession()) })
    const chunks: unknown[] = []
    for await (const chunk of await agent.stream({ messages: ['Do it.'] }, { streamMode: 'custom' })) chunks.push(chunk)
    expect(chunks).toEqual([{ type: 'drawbridge.progress', callId: '1', message: 'reading a.txt', fraction: 0.5 }])
  })
})
