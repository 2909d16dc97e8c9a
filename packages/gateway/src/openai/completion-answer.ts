import { errorMessage } from '@drawbridge/core'
import { type Problem, problemBody } from '../problem/problem.ts'
import { statusOf } from '../route/problems-of.ts'
import type { StreamMessage } from '../stream/event-stream.ts'
import type { AnswerPart } from './answer-parts.ts'

/** The facts that all chunks of an answer share. */
export interface CompletionFacts {
  readonly id: string
  /** Seconds since the Unix epoch. */
  readonly created: number
  readonly model: string
}

/** Returns an answer in one piece. */
export async function wholeCompletion(parts: AsyncIterable<AnswerPart>, facts: CompletionFacts): Promise<object> {
  let text = ''
  const calls: object[] = []
  for await (const part of parts) {
    if (part.type === 'text') text += part.text
    else if (part.type === 'call') calls.push(callOf(part))
    else {
      const message = { role: 'assistant', content: text === '' && calls.length > 0 ? null : text, refusal: null }
      const choice = { index: 0, message: calls.length === 0 ? message : { ...message, tool_calls: calls } }
      return {
        ...{ ...facts, object: 'chat.completion' },
        choices: [{ ...choice, logprobs: null, finish_reason: part.finish }],
        usage: part.usage,
      }
    }
  }
  throw new Error('The answer has no end.')
}

/** Passes an answer on piece by piece. A later error becomes part of the stream, which then has no `[DONE]`. */
export async function* streamedCompletion(
  parts: AsyncIterable<AnswerPart>,
  { includeUsage, ...facts }: CompletionFacts & { readonly includeUsage: boolean },
): AsyncGenerator<StreamMessage> {
  const chunk = (delta: object, finish: string | null = null): StreamMessage => ({
    data: JSON.stringify({
      ...{ ...facts, object: 'chat.completion.chunk' },
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      ...(includeUsage ? { usage: null } : {}),
    }),
  })
  try {
    yield chunk({ role: 'assistant', content: '' })
    for await (const part of parts) {
      if (part.type === 'text') yield chunk({ content: part.text })
      else if (part.type === 'call') yield chunk({ tool_calls: [{ index: part.index, ...callOf(part) }] })
      else {
        yield chunk({}, part.finish)
        if (includeUsage)
          yield { data: JSON.stringify({ ...facts, object: 'chat.completion.chunk', choices: [], usage: part.usage }) }
        yield { data: '[DONE]' }
      }
    }
  } catch (error) {
    yield {
      data: JSON.stringify({ error: { message: errorMessage(error), type: 'server_error', param: null, code: null } }),
    }
  }
}

function callOf({ id, name, arguments: text }: AnswerPart & { type: 'call' }) {
  return { id, type: 'function', function: { name, arguments: text } }
}

/** Returns a problem in the form that clients of OpenAI read. */
export function openAiError(problem: Problem, headers: Headers): Response {
  const status = statusOf({ errors: 'openai' }, problem.code)
  const { detail } = problemBody(problem)
  const type = status === 401 ? 'authentication_error' : status < 500 ? 'invalid_request_error' : 'server_error'
  const param = problem.facts.errors?.[0]?.pointer.replace(/^\//, '') ?? null
  const all = new Headers(headers)
  all.set('content-type', 'application/json; charset=utf-8')
  const body = { error: { ...problem.facts.extra, message: detail, type, param, code: problem.code } }
  return new Response(JSON.stringify(body), { status, headers: all })
}
