import { tool as aiTool, generateText, isStepCount } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { argumentsOf, execute, input } from '../dispatch/the-tool.ts'

/** Runs one `generateText` of the AI SDK whose model asks for one call in each of the given number of turns. */
export async function runAiSdk(count: number): Promise<void> {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  const tools = { look: aiTool({ description: 'Looks at a line.', inputSchema: input, execute }) }
  let turn = 0
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      turn += 1
      const isLast = turn > count
      return {
        content: isLast
          ? [{ type: 'text', text: 'done' }]
          : [
              {
                type: 'tool-call',
                toolCallId: `call-${turn}`,
                toolName: 'look',
                input: JSON.stringify(argumentsOf(turn)),
              },
            ],
        finishReason: isLast ? { unified: 'stop', raw: 'stop' } : { unified: 'tool-calls', raw: 'tool_calls' },
        usage,
        warnings: [],
      }
    },
  })
  await generateText({ model, tools, prompt: 'go', stopWhen: isStepCount(count + 2) })
}
