import type { Model, ModelAnswer, ModelEvent, ModelRequest } from '@drawbridge/core/model'
import { ModelError } from '@drawbridge/core/model'

/** The course of one request: its events, and how it ended. */
export interface Asked {
  readonly events: readonly ModelEvent[]
  readonly answer: ModelAnswer | undefined
  readonly error: ModelError | undefined
}

/** Sends a request and gathers everything that comes. */
export async function ask(
  model: Model,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Asked> {
  const events: ModelEvent[] = []
  let answer: ModelAnswer | undefined
  try {
    for await (const event of model.stream(request, signal)) {
      events.push(event)
      if (event.type === 'answered') answer = event.answer
    }
    return { events, answer, error: undefined }
  } catch (error) {
    if (!ModelError.isInstance(error)) throw error
    return { events, answer, error }
  }
}

/** Asks one thing of a person, with two tools. */
export const question: ModelRequest = {
  system: [{ text: 'You are helpful.', cache: true }],
  messages: [{ role: 'user', blocks: [{ type: 'text', text: 'Read both files, please.' }] }],
  tools: [
    {
      name: 'fs__read_file',
      description: 'Reads a file.',
      schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
    { name: 'time__now', description: 'Says what time it is.', schema: { type: 'object', properties: {} } },
  ],
  reasoning: 'medium',
  maxOutput: 16_000,
}

/** Goes on after an answer: each of its calls has a result. */
export function afterwards(request: ModelRequest, { model, blocks }: ModelAnswer): ModelRequest {
  const calls = blocks.flatMap((block) => (block.type === 'call' ? [block.id] : []))
  return {
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', blocks, model },
      {
        role: 'tool',
        blocks: calls.map((call, index) => ({
          type: 'result',
          call,
          content: [
            { type: 'text', text: `Result ${index}.` },
            ...(index === 0 ? [{ type: 'media' as const, mediaType: 'image/png', data: 'AAAA' }] : []),
          ],
          ...(index === 1 ? { isError: true } : {}),
        })),
      },
      { role: 'user', blocks: [{ type: 'text', text: 'Be quick.' }] },
    ],
  }
}
