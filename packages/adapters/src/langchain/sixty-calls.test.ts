import { HumanMessage } from '@langchain/core/messages'
import { Command, type Interrupt, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph'
import { createReactAgent, ToolNode } from '@langchain/langgraph/prebuilt'
import { describe, expect, test } from 'vitest'
import { createApprovals } from '../shared/approvals.ts'
import type { CallableSession } from '../shared/session-calls.ts'
import { ChatModel } from '../testing/chat-model.ts'
import { type Adapter, directlyApproved, directlyAsking, playApproved, playAsking } from '../testing/play-list.ts'
import type { ApprovalInterrupt } from './approval-interrupt.ts'
import { toolsFor } from './tools-for.ts'

type Tools = Awaited<ReturnType<typeof toolsFor>>
interface Graph {
  invoke(input: unknown, config: object): Promise<{ readonly __interrupt__?: readonly Interrupt[] }>
}

const oneNode = (tools: Tools, model: ChatModel) =>
  new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
    .addNode('tools', new ToolNode(tools))
    .addEdge('__start__', 'agent')
    .addEdge('agent', 'tools')
    .compile({ checkpointer: new MemorySaver() }) as unknown as Graph

const nodeForEachCall = (tools: Tools, llm: ChatModel) =>
  createReactAgent({ llm, tools, version: 'v2', checkpointSaver: new MemorySaver() }) as unknown as Graph

const through =
  (graphOf: typeof oneNode): Adapter<CallableSession> =>
  async (session) => {
    const tools = await toolsFor(session)
    return async ({ calls }, signal) => {
      const model = new ChatModel([calls.map(({ id, name, arguments: args }) => ({ id, name, args }))])
      const graph = graphOf(tools, model)
      const config = { configurable: { thread_id: calls[0]?.id }, signal }
      const state = await graph.invoke({ messages: [new HumanMessage('Do it.')] }, config).catch(() => undefined)
      const resumed = (state?.__interrupt__ ?? []).map(({ id = '', value }) => {
        const { approvals: saved, requests } = value as ApprovalInterrupt
        const approvals = createApprovals(saved)
        for (const { callId } of requests)
          approvals.decide(callId, calls.find((call) => call.id === callId)?.answer ?? { answer: 'deny' })
        return [id, approvals.toJSON()] as const
      })
      if (resumed.length > 0) await graph.invoke(new Command({ resume: Object.fromEntries(resumed) }), config)
    }
  }

describe.each([
  ['one node', oneNode],
  ['a node for each call', nodeForEachCall],
])('sixty calls through LangGraph with %s', (_name, graphOf) => {
  test('are recorded as without it, if the graph asks', async () => {
    expect(await playAsking(through(graphOf))).toEqual(await playAsking(directlyAsking))
  })

  test('are recorded as without it, if the session asks', async () => {
    expect(await playApproved(through(graphOf))).toEqual(await playApproved(directlyApproved))
  })
})
