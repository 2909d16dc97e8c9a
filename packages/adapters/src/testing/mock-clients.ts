import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'

const apiKey = 'none'

/** Creates a `fetch` that answers each request with the next of these bodies. */
function fetchOf(bodies: readonly object[]): () => Promise<Response> {
  const left = [...bodies]
  return async () => Response.json(left.shift() ?? {})
}

/** Creates a client of Anthropic whose service gives these messages in turn. */
export function createMockAnthropic(messages: readonly object[]): Anthropic {
  return new Anthropic({ apiKey, fetch: fetchOf(messages) })
}

/** Creates a client of OpenAI whose service gives these responses in turn. */
export function createMockOpenai(responses: readonly object[]): OpenAI {
  return new OpenAI({ apiKey, fetch: fetchOf(responses) })
}

/** Creates a client of Google whose service gives these responses in turn. */
export function createMockGoogle(responses: readonly object[]): GoogleGenAI {
  return new GoogleGenAI({ apiKey, httpOptions: { fetch: fetchOf(responses) } })
}
