import { MockLanguageModelV4 } from 'ai/test'

/** One part of an answer of the AI SDK's mock model. */
export type MockPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool-call'; readonly toolCallId: string; readonly toolName: string; readonly input: string }

/** Makes a part that calls a tool. */
export function callPart(toolCallId: string, toolName: string, input: unknown): MockPart {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) }
}

type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>
type Streamed = Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream']
type StreamPart = Streamed extends ReadableStream<infer Part> ? Part : never

/** Creates a model of the AI SDK that gives these answers in turn, whole and as a stream. */
export function createMockModel(answers: readonly (readonly MockPart[])[]): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: answers.map(answerOf),
    doStream: answers.map((parts) => ({ stream: streamOf(parts) })),
  })
}

function answerOf(parts: readonly MockPart[]): Answer {
  return { content: [...parts], finishReason: finishOf(parts), usage, warnings: [] }
}

function streamOf(parts: readonly MockPart[]): ReadableStream<StreamPart> {
  const chunks = parts.flatMap((part, index): StreamPart[] => {
    if (part.type === 'tool-call') return [part]
    const id = `${index}`
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    ]
  })
  return new ReadableStream({
    start: (controller) => {
      controller.enqueue({ type: 'stream-start', warnings: [] })
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.enqueue({ type: 'finish', finishReason: finishOf(parts), usage })
      controller.close()
    },
  })
}

function finishOf(parts: readonly MockPart[]): Answer['finishReason'] {
  return { unified: parts.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop', raw: undefined }
}

const usage: Answer['usage'] = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
}
