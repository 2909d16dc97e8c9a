// An agent loop of the AI SDK whose tool calls all go through Drawbridge. The model here is the SDK's mock, so that the example
// runs without a key: put any model of yours in its place.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadTools } from '@drawbridge/core/registry'
import { createDrawbridge, type Outcome, type Run } from '@drawbridge/sdk'
import { dynamicTool, generateText, isStepCount, jsonSchema, type ToolSet } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

/** The tools of a run as the AI SDK takes them. Validation, policy, approval and record are the run's, never the SDK's. */
async function toolsOf({ snapshot, call }: Run): Promise<ToolSet> {
  const entries = (await loadTools(snapshot.tools)).map((loaded) => {
    const { name: exposedName, description, inputSchema } = snapshot.show(loaded)
    const tool = dynamicTool({
      description,
      inputSchema: jsonSchema(structuredClone(inputSchema)),
      execute: async (input, { toolCallId, abortSignal }) => {
        const raw = { id: toolCallId, name: exposedName, arguments: input }
        return call(raw, abortSignal === undefined ? {} : { signal: abortSignal })
      },
      toModelOutput: ({ output }) => {
        const { status, text } = output as Outcome
        return { type: status === 'ok' ? 'text' : 'error-text', value: text }
      },
    })
    return [exposedName, tool] as const
  })
  return Object.fromEntries(entries)
}

const workspace = await mkdtemp(join(tmpdir(), 'drawbridge-ai-sdk-'))
await writeFile(join(workspace, 'note.md'), 'Drawbridges are closed by default.\n')
const drawbridge = await createDrawbridge({ workspace })

const model = new MockLanguageModelV4({
  doGenerate: [
    says({ type: 'tool-call', toolCallId: 'read', toolName: 'fs__read_file', input: '{"path":"note.md"}' }),
    says({ type: 'tool-call', toolCallId: 'leave', toolName: 'fs__read_file', input: '{"path":"../other.md"}' }),
    says({ type: 'text', text: 'The note says that drawbridges are closed by default.' }),
  ],
})
const { steps, text } = await generateText({
  model,
  tools: await toolsOf(drawbridge.openSession()),
  stopWhen: isStepCount(5),
  prompt: 'What does the note say?',
})
for (const { toolResults } of steps) {
  for (const { toolName, input, output } of toolResults) {
    const { code = 'ok' } = output as { code?: string }
    console.log(toolName, JSON.stringify(input), code)
  }
}
console.log(text)
await drawbridge[Symbol.asyncDispose]()
await rm(workspace, { recursive: true })

/** A model's answer in one step of the AI SDK. */
type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>

function says(content: Answer['content'][number]): Answer {
  return {
    content: [content],
    finishReason: { unified: content.type === 'text' ? 'stop' : 'tool-calls', raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    warnings: [],
  }
}
