// An agent of LangGraph whose tool calls all go through Drawbridge. A write interrupts the graph, and another graph over the same
// checkpoints, as in another process, goes on with the answer of a person. The model here is a fake one of LangChain, so that the
// example runs without a key.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApprovalInterrupt, createApprovals, toolsFor } from '@drawbridge/adapters/langchain'
import { createDrawbridge } from '@drawbridge/sdk'
import { AIMessage, type BaseMessage } from '@langchain/core/messages'
import { Command, isInterrupted, MemorySaver, MessagesAnnotation, StateGraph } from '@langchain/langgraph'
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-langchain-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({ workspace })
const session = drawbridge.openSession()

/** Stands for a model: `model.bindTools(tools).invoke(messages)`. */
function answer(messages: readonly BaseMessage[]): AIMessage {
  const calls = [
    { id: 'read', name: 'fs__read_file', args: { path: 'note.md' } },
    { id: 'write', name: 'fs__write_file', args: { path: 'copy.md', content: 'Closed.\n' } },
  ]
  const call = calls[messages.filter((message) => AIMessage.isInstance(message)).length]
  return new AIMessage({ content: call === undefined ? 'There is a copy now.' : '', tool_calls: call ? [call] : [] })
}

const checkpointer = new MemorySaver() // in production one that lasts: it keeps the arguments, secrets included
const openGraph = async () =>
  new StateGraph(MessagesAnnotation)
    .addNode('agent', ({ messages }) => ({ messages: [answer(messages)] }))
    .addNode('tools', new ToolNode(await toolsFor(session)))
    .addEdge('__start__', 'agent')
    .addConditionalEdges('agent', toolsCondition, ['tools', '__end__'])
    .addEdge('tools', 'agent')
    .compile({ checkpointer })

const config = { configurable: { thread_id: 'copy' } }
const asked = await (await openGraph()).invoke({ messages: ['Copy the note in one word.'] }, config)
if (!isInterrupted<ApprovalInterrupt>(asked)) throw new Error('The graph was to ask.')
const [question] = asked.__interrupt__
const approvals = createApprovals(question?.value?.approvals)
for (const { callId, request } of question?.value?.requests ?? []) {
  console.log('asks', request.tool, request.reason)
  approvals.decide(callId, { answer: 'allow_once', decidedBy: 'ada' })
}

const { messages } = await (await openGraph()).invoke(new Command({ resume: approvals.toJSON() }), config)
console.log(messages.at(-1)?.text)
console.log(await readFile(join(workspace, 'copy.md'), 'utf8'))

await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })
