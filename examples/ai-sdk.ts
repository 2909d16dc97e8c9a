// An agent loop of the AI SDK whose tool calls all go through Drawbridge. A write is asked about by the SDK's own approval request;
// conversation and receipts are saved, and the loop goes on from what was saved. The model here is the SDK's mock, so that the
// example runs without a key: put any model of yours in its place.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApprovals, toolsFor } from '@drawbridge/adapters/ai-sdk'
import { createDrawbridge } from '@drawbridge/sdk'
import { generateText, isStepCount, type ModelMessage } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-ai-sdk-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({ workspace })
const session = drawbridge.openSession()

const model = new MockLanguageModelV4({
  doGenerate: [
    says({ type: 'tool-call', toolCallId: 'read', toolName: 'fs__read_file', input: '{"path":"note.md"}' }),
    says({ type: 'tool-call', toolCallId: 'miss', toolName: 'fs__read_file', input: '{"path":"other.md"}' }),
    says({
      type: 'tool-call',
      toolCallId: 'write',
      toolName: 'fs__write_file',
      input: '{"path":"b.md","content":"Closed."}',
    }),
    says({ type: 'text', text: 'There is a copy now.' }),
  ],
})
const stopWhen = isStepCount(5)
const messages: ModelMessage[] = [{ role: 'user', content: 'Copy the note in one word.' }]

const approvals = createApprovals()
const { steps, content, responseMessages } = await generateText({
  model,
  tools: await toolsFor(session, { approvals }),
  stopWhen,
  messages,
})
for (const part of steps.flatMap((step) => step.content)) {
  if (part.type === 'tool-result') console.log(part.toolCallId, part.output.text)
  if (part.type === 'tool-error') console.log(part.toolCallId, 'ends with an error:', String(part.error))
}
const requests = content.filter((part) => part.type === 'tool-approval-request')
for (const { toolCall } of requests)
  console.log('asks', toolCall.toolName, approvals.request(toolCall.toolCallId)?.preview?.text)
messages.push(...responseMessages, {
  role: 'tool',
  content: requests.map(({ approvalId }) => ({ type: 'tool-approval-response', approvalId, approved: true })),
})
const saved = JSON.stringify({ messages, approvals }) // it contains the arguments, secrets included

// Later, also in another process.
const later = JSON.parse(saved)
const tools = await toolsFor(session, { approvals: createApprovals(later.approvals), messages: later.messages })
console.log((await generateText({ model, tools, stopWhen, messages: later.messages })).text)
console.log(await readFile(join(workspace, 'b.md'), 'utf8'))

await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })

/** A model's answer in one step of the AI SDK. */
type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>

function says(part: Answer['content'][number]): Answer {
  return {
    content: [part],
    finishReason: { unified: part.type === 'text' ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  }
}
