import type { IncomingMessage } from 'node:http'
import { isJsonObject } from '@drawbridge/core/base'
import { EngineError } from './engine-error.ts'

const maxAnswerBytes = 16 * 1024 * 1024
const maxReasonLength = 500

/** Reads an answer to its end. Rejects with `EngineError` if it is an error, too long, cut, or not what engines send. */
export async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const text = await readText(answer)
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 299) throw new EngineError(status, reasonOf(text, status))
  // Podman does not mark every answer as JSON. Plain words such as "OK" are not an answer.
  return /^\s*[[{]/.test(text) ? parse(text) : undefined
}

/** Reads the error that came in place of a requested stream. */
export async function errorAnswer(answer: IncomingMessage): Promise<EngineError> {
  const text = await readText(answer)
  const status = answer.statusCode ?? 0
  return status < 300
    ? new EngineError(undefined, 'The engine sent an answer instead of a stream.')
    : new EngineError(status, reasonOf(text, status))
}

async function readText(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > maxAnswerBytes)
      throw new EngineError(undefined, `The engine's answer exceeds ${maxAnswerBytes} bytes.`)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngineError(undefined, "The engine's answer is not JSON.", { cause })
  }
}

/** Engines explain errors in a JSON object, as a rule. */
function reasonOf(text: string, status: number): string {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value) && typeof value.message === 'string') return value.message.slice(0, maxReasonLength)
  } catch {}
  return text === '' ? `status ${status}` : text.slice(0, maxReasonLength)
}
