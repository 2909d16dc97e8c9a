import type { ModelMessage, ModelRequest } from '@drawbridge/core/model'
import { z } from 'zod'
import { refuse } from '../problem/problem.ts'

const text = z.string().max(1_000_000)
const content = z
  .union([text, z.array(z.looseObject({ type: z.string(), text: text.optional() })).max(1_000)])
  .nullish()
const call = z.looseObject({
  id: z.string().min(1).max(200),
  function: z.looseObject({ name: z.string().min(1).max(200), arguments: text }),
})
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content,
  tool_calls: z.array(call).max(200).optional(),
  tool_call_id: z.string().max(200).optional(),
})

/** The body of a request in the form of OpenAI's Chat Completions. What is not listed is ignored. */
export const completionRequest = z
  .looseObject({
    model: z.string().regex(/^agent\/.{1,200}$/, 'must be agent/<id>, as GET /v1/models lists them'),
    messages: z.array(message).min(1).max(2_000),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
    n: z.literal(1, 'cannot be more than 1').nullish(),
    logprobs: z.literal(false, 'is not available').nullish(),
    tools: z
      .array(
        z.looseObject({
          type: z.literal('function'),
          function: z.looseObject({
            name: z.string().min(1).max(200),
            description: text.optional(),
            parameters: z.record(z.string(), z.unknown()).optional(),
          }),
        }),
      )
      .max(200)
      .nullish(),
    tool_choice: z.unknown().optional(),
    metadata: z.looseObject({ session: z.string().max(200).optional() }).nullish(),
  })
  .meta({ id: 'CompletionRequest' })

/** A checked request. */
export type CompletionRequest = z.output<typeof completionRequest>

type Message = CompletionRequest['messages'][number]

function textOf({ content: given }: Message): string {
  if (typeof given === 'string') return given
  return (given ?? [])
    .map((part) => part.text ?? refuse('invalid', `A part of type ${part.type} is not taken: send text.`))
    .join('\n')
}

/**
 * Returns what the request says to an agent. All of it counts as words of its user, including messages of the role system. A session that goes
 * on knows what was said before.
 */
export function wordsOf({ messages, metadata }: CompletionRequest): string {
  const last = messages.at(-1)
  if (last?.role !== 'user') refuse('invalid', 'The last message must be one of the user, or send tools.')
  if (messages.length === 1 || metadata?.session !== undefined) return textOf(last)
  return messages.map((each) => `[${each.role}]\n${textOf(each)}`).join('\n\n')
}

/** Returns the request as a model takes it, for a client that runs the tools itself. */
export function modelRequestOf({ messages, tools, tool_choice: choice }: CompletionRequest): ModelRequest {
  return {
    messages: joined(messages.map(modelMessage)),
    tools: (tools ?? []).map(({ function: { name, description = '', parameters } }) => ({
      ...{ name, description },
      schema: { ...parameters, type: 'object' as const },
    })),
    toolChoice: choice === 'none' || choice === 'required' ? choice : 'auto',
  }
}

function modelMessage(given: Message): ModelMessage {
  if (given.role === 'tool') {
    const block = { type: 'text', text: textOf(given) } as const
    return { role: 'tool', blocks: [{ type: 'result', call: given.tool_call_id ?? '', content: [block] }] }
  }
  const said = textOf(given)
  const texts = said === '' ? [] : [{ type: 'text', text: said } as const]
  if (given.role !== 'assistant') return { role: 'user', blocks: texts }
  const calls = (given.tool_calls ?? []).map(
    ({ id, function: { name, arguments: input } }) => ({ type: 'call', id, name, input: inputOf(input) }) as const,
  )
  return { role: 'assistant', blocks: [...texts, ...calls] }
}

function inputOf(given: string): Record<string, unknown> {
  try {
    return JSON.parse(given === '' ? '{}' : given) as Record<string, unknown>
  } catch {
    return refuse('invalid', 'The arguments of a call are not JSON.')
  }
}

/** Results of one answer's calls, and words that follow each other, are one message to a model. */
function joined(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const all: ModelMessage[] = []
  for (const each of messages) {
    const last = all.at(-1)
    if (last?.role === each.role && each.role !== 'assistant')
      all[all.length - 1] = { ...last, blocks: [...last.blocks, ...each.blocks] } as ModelMessage
    else all.push(each)
  }
  return all
}
