import { tool as langchainTool } from '@langchain/core/tools'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { Agent, tool as agentsTool, type Model, Runner, setTracingDisabled, Usage } from '@openai/agents-core'
import { tool as aiTool, generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import type { RunCalls } from './marginal-cost.ts'
import { argumentsOf, execute, input } from './the-tool.ts'

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** AI SDK: one `generateText` whose first model turn asks for all calls. */
export function aiSdk(): RunCalls {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const tools = { look: aiTool({ description: 'Looks at a line.', inputSchema: input, execute }) }
  return async (count) => {
    const toolCalls = indexes(count).map((index) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${index}`,
      toolName: 'look',
      input: JSON.stringify(argumentsOf(index)),
    }))
    const done = {
      content: [{ type: 'text' as const, text: 'done' }],
      finishReason: { unified: 'stop' as const, raw: 'stop' },
    }
    const asking = { content: toolCalls, finishReason: { unified: 'tool-calls' as const, raw: 'tool_calls' } }
    const turns = (count === 0 ? [done] : [asking, done]).map((turn) => ({ ...turn, usage, warnings: [] }))
    let turn = 0
    const model = new MockLanguageModelV4({
      doGenerate: async () => turns[turn++] ?? Promise.reject(new Error('no turn')),
    })
    await generateText({ model, tools, prompt: 'go', stopWhen: isStepCount(3) })
  }
}

/** OpenAI Agents: one run of its loop. */
export function openAiAgents(): RunCalls {
  setTracingDisabled(true)
  const look = agentsTool({ name: 'look', description: 'Looks at a line.', parameters: looseInput(), execute })
  return async (count) => {
    let turn = 0
    const model: Model = {
      getResponse: async () => {
        turn += 1
        const calls = turn === 1 ? indexes(count) : []
        return {
          usage: new Usage(),
          output:
            calls.length === 0
              ? [
                  {
                    type: 'message',
                    role: 'assistant',
                    status: 'completed',
                    content: [{ type: 'output_text', text: 'done' }],
                  },
                ]
              : calls.map((index) => ({
                  type: 'function_call',
                  callId: `call-${index}`,
                  name: 'look',
                  status: 'completed',
                  arguments: JSON.stringify(argumentsOf(index)),
                })),
        }
      },
      getStreamedResponse: () => {
        throw new Error('not streamed')
      },
    }
    await new Runner({ tracingDisabled: true }).run(new Agent({ name: 'bench', model, tools: [look] }), 'go')
  }
}

/** A bare invocation of one of its tools, without the loop. */
export function openAiAgentsBare(): RunCalls {
  const look = agentsTool({ name: 'look', description: 'Looks at a line.', parameters: looseInput(), execute })
  return async (count) => {
    for (const index of indexes(count)) await look.invoke({} as never, JSON.stringify(argumentsOf(index)))
  }
}

export function langchain(): RunCalls {
  const look = langchainTool(async (given) => execute(given), {
    name: 'look',
    description: 'Looks at a line.',
    schema: input,
  })
  return async (count) => {
    for (const index of indexes(count)) await look.invoke(argumentsOf(index))
  }
}

/** MCP SDK: client and server in one process, linked in memory. */
export async function mcpSdk(): Promise<RunCalls> {
  const server = new McpServer({ name: 'bench', version: '1' })
  server.registerTool('look', { description: 'Looks at a line.', inputSchema: input }, (given) => ({
    content: [{ type: 'text', text: execute(given) }],
  }))
  const client = new Client({ name: 'bench', version: '1' })
  const [left, right] = InMemoryTransport.createLinkedPair()
  await Promise.all([server.connect(left), client.connect(right)])
  return async (count) => {
    for (const index of indexes(count)) await client.callTool({ name: 'look', arguments: argumentsOf(index) })
  }
}

/** Its strict mode has no optional fields. */
function looseInput() {
  return input.required()
}
